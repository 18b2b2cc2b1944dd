package dev.weir.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the names of folders are on the disk. */
final class TestDisk {
  @TempDir Path folder;

  private final RecordingDisk disk = new RecordingDisk();

  /** Notes which folders are forced, and fails to if told. */
  private static final class RecordingDisk extends Disk {
    final List<Path> forced = new ArrayList<>();
    boolean fails;

    @Override
    void forceFolder(Path path) throws IOException {
      if (fails) {
        throw new IOException("Input/output error");
      }
      forced.add(path);
    }
  }

  @Test
  void newFoldersAreForcedFromTheTop() throws IOException {
    disk.createFolders(folder.resolve("a/b"));
    assertThat(disk.forced).containsExactly(folder, folder.resolve("a"));
  }

  @Test
  void anExistingFolderIsForcedOnce() throws IOException {
    Path made = Files.createDirectory(folder.resolve("made"));
    disk.createFolders(made);
    disk.createFolders(made);
    assertThat(disk.forced).containsExactly(folder);
  }

  @Test
  void whatCouldNotBeForcedIsForcedTheNextTime() throws IOException {
    disk.fails = true;
    assertThatThrownBy(() -> disk.createFolders(folder.resolve("a/b")))
        .isInstanceOf(IOException.class);
    disk.fails = false;
    disk.createFolders(folder.resolve("a/b"));
    assertThat(disk.forced).containsExactly(folder, folder.resolve("a"));
  }
}
