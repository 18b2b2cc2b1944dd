package dev.weir.cli.cluster;

import dev.weir.cli.launch.JavaCommand;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Command lines of JVMs that start in half the time: they compile little, and take their classes
 * from a cache that the first process of all has written.
 */
final class FastStart {
  /** One for each set of jars. */
  private static final Path CACHE =
      Path.of("target", "tasks-" + Integer.toHexString(path(true).hashCode()) + ".aot")
          .toAbsolutePath();

  private FastStart() {}

  /** What {@link JavaCommand} says, faster. */
  static List<String> java(String main, List<String> arguments) {
    Holder.prepared();
    List<String> command = plain(main, arguments);
    if (Files.exists(CACHE)) {
      command.add(1, "-XX:AOTCache=" + CACHE);
      command.add(2, "-Xlog:disable"); // if the cache does not fit, nothing needs to be said
    }
    return command;
  }

  /** The jars come first, as the cache is about them alone. */
  private static List<String> plain(String main, List<String> arguments) {
    List<String> command = new ArrayList<>(JavaCommand.of(main, arguments));
    command.removeIf(word -> word.startsWith("-Xshare:"));
    command.set(command.indexOf("-cp") + 1, path(true) + File.pathSeparator + path(false));
    command.add(1, "-XX:TieredStopAtLevel=1");
    return command;
  }

  private static String path(boolean isJars) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> Files.isRegularFile(Path.of(entry)) == isJars)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Writes the cache once in the life of this process, unless it is younger than all jars. */
  private static final class Holder {
    private static final boolean IS_PREPARED = prepare();

    static boolean prepared() {
      return IS_PREPARED;
    }

    private static boolean prepare() {
      try {
        if (!isCurrent()) {
          Files.deleteIfExists(CACHE);
          write();
        }
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    private static boolean isCurrent() throws IOException {
      if (!Files.exists(CACHE)) {
        return false;
      }
      for (String jar : path(true).split(File.pathSeparator)) {
        if (Files.getLastModifiedTime(Path.of(jar)).compareTo(Files.getLastModifiedTime(CACHE))
            > 0) {
          return false;
        }
      }
      return true;
    }

    /** A task starts, and ends when it is told to; then its JVM writes what it has loaded. */
    private static void write() throws IOException, InterruptedException {
      int port = Ports.next();
      List<String> server =
          List.of(
              "server", "--job", "worker", "--task", "0", "--cluster", "worker=127.0.0.1:" + port);
      List<String> command = plain("dev.weir.cli.Main", server);
      command.set(command.indexOf("-cp") + 1, path(true));
      Path written =
          CACHE.resolveSibling(CACHE.getFileName() + "-" + ProcessHandle.current().pid());
      command.add(1, "-XX:AOTCacheOutput=" + written);
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.contains(" serves at ")) {
            process.toHandle().destroy();
          }
        }
        if (process.waitFor(60, TimeUnit.SECONDS) && Files.exists(written)) {
          Files.move(written, CACHE, StandardCopyOption.REPLACE_EXISTING);
        }
      } finally {
        process.destroyForcibly();
      }
    }
  }
}
