package dev.weir.cli.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the processes of a launch by a mark in their environment, which programs hand on to what
 * they start. So also those are found whose parents have ended. Works where there is a {@code
 * /proc} as Linux has it; elsewhere nothing is found.
 */
final class MarkedProcesses {
  /** The variable that has the mark. */
  static final String VARIABLE = "WEIR_LAUNCH";

  private static final Path PROCESSES = Path.of("/proc");

  private MarkedProcesses() {}

  /** All running processes whose mark starts so, without this one. */
  static List<ProcessHandle> startingWith(String mark) {
    byte[] entry = (VARIABLE + "=" + mark).getBytes(StandardCharsets.UTF_8);
    List<ProcessHandle> found = new ArrayList<>();
    if (!Files.isDirectory(PROCESSES)) {
      return found;
    }
    long self = ProcessHandle.current().pid();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path folder : folders) {
        long pid = Long.parseLong(folder.getFileName().toString());
        if (pid != self && hasEntry(environment(folder), entry)) {
          ProcessHandle.of(pid).ifPresent(found::add);
        }
      }
    } catch (IOException e) {
      return found; // without /proc there are the processes known otherwise
    }
    return found;
  }

  /** Empty for processes of others, for those that have just ended and for those to be reaped. */
  private static byte[] environment(Path folder) {
    try {
      return Files.readAllBytes(folder.resolve("environ"));
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** Whether one of the entries, which end with 0, starts so. */
  private static boolean hasEntry(byte[] environment, byte[] start) {
    int at = 0;
    while (at + start.length <= environment.length) {
      if (startsAt(environment, at, start)) {
        return true;
      }
      while (at < environment.length && environment[at] != 0) {
        at++;
      }
      at++;
    }
    return false;
  }

  private static boolean startsAt(byte[] bytes, int at, byte[] start) {
    for (int i = 0; i < start.length; i++) {
      if (bytes[at + i] != start[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a process runs; one that has ended and was not reaped by its parent does not. */
  static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  private static boolean isZombie(long pid) {
    try {
      String stat =
          Files.readString(
              PROCESSES.resolve(Long.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
      // "PID (NAME) STATE ...", and a name may have anything in it
      int state = stat.lastIndexOf(')') + 2;
      return state < stat.length() && stat.charAt(state) == 'Z';
    } catch (IOException e) {
      return false;
    }
  }
}
