package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestReloadedFiles {
  @TempDir private Path folder;
  private Path file = Path.of("");
  private @Nullable IOException failure;
  private int reads;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("secret"), "first");
  }

  private String read() {
    reads++;
    try {
      if (failure != null) {
        throw failure;
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  private ReloadedFiles<String> open() {
    return new ReloadedFiles<>(Duration.ZERO, this::read, file);
  }

  /** Looking at a file takes no descriptor, reading it does. */
  @Test
  void changeThatCannotBeReadIsReadLater() throws IOException {
    ReloadedFiles<String> files = open();
    Files.writeString(file, "second-one");
    failure = new FileSystemException(file.toString(), null, "Too many open files");
    try (CapturedLog log = new CapturedLog()) {
      assertThat(files.current()).isEqualTo("first");
      assertThat(files.current()).isEqualTo("first");
      assertThat(log.lines())
          .as("logged once")
          .singleElement()
          .asString()
          .contains(file.toString(), "keeping the previous", "retrying");
    }
    failure = null;
    assertThat(files.current()).isEqualTo("second-one");
    int before = reads;
    assertThat(files.current()).isEqualTo("second-one");
    assertThat(reads).as("what has not changed is not read").isEqualTo(before);
  }

  @Test
  void badContentIsReadOnce() throws IOException {
    ReloadedFiles<String> files = open();
    Files.writeString(file, "second-one");
    failure = new MalformedInputException(1);
    assertThat(files.current()).isEqualTo("first");
    int before = reads;
    assertThat(files.current()).isEqualTo("first");
    assertThat(reads).isEqualTo(before);
  }
}
