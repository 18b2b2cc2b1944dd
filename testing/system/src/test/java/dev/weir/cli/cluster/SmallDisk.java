package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A disk that can be filled: a file system of its own in memory. Where this process may not mount
 * one, it is the limit on the size of files of the process that writes, and the test says so.
 */
final class SmallDisk implements AutoCloseable {
  private static final int MEGABYTES = 4;

  private final Path folder;
  private final long writer;
  private final boolean isMounted;

  private SmallDisk(Path folder, long writer, boolean isMounted) {
    this.folder = folder;
    this.writer = writer;
    this.isMounted = isMounted;
  }

  /** A disk in a folder, for a process to write to. */
  static SmallDisk in(Path parent, long writer) throws IOException, InterruptedException {
    Path folder = Files.createDirectory(parent.resolve("small-disk"));
    int code = exitCode("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "weir", folder);
    if (code != 0) {
      System.err.println(
          "a small disk cannot be mounted here, so the size of files is limited instead: the full"
              + " disk of this test is EFBIG and not ENOSPC");
    }
    return new SmallDisk(folder, writer, code == 0);
  }

  Path folder() {
    return folder;
  }

  /** What the operating system says of it when it is full. */
  String reason() {
    return isMounted ? "No space left on device" : "File too large";
  }

  void fill() throws IOException, InterruptedException {
    if (!isMounted) {
      limit("65536");
      return;
    }
    try (OutputStream filler = Files.newOutputStream(folder.resolve("filler"))) {
      byte[] page = new byte[4096];
      while (Files.getFileStore(folder).getUsableSpace() > 0) {
        filler.write(page);
      }
    }
  }

  void makeRoom() throws IOException, InterruptedException {
    if (isMounted) {
      Files.delete(folder.resolve("filler"));
    } else {
      limit("unlimited");
    }
  }

  private void limit(String bytes) throws IOException, InterruptedException {
    command("prlimit", "--pid", Long.toString(writer), "--fsize=" + bytes + ":");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (isMounted) {
      command("umount", "-l", folder.toString());
    }
  }

  /** Runs a command that must succeed. */
  static void command(String... words) throws IOException, InterruptedException {
    assertThat(exitCode((Object[]) words)).as("exit code of %s", List.of(words)).isZero();
  }

  private static int exitCode(Object... words) throws IOException, InterruptedException {
    List<String> command = List.of(words).stream().map(Object::toString).toList();
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    return process.exitValue();
  }
}
