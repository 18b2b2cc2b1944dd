package dev.weir.graph.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestFileAccess {
  @TempDir Path folder;
  private Path allowed = Path.of("");
  private Path other = Path.of("");
  private FileAccess access = FileAccess.ANYWHERE;

  @BeforeEach
  void makeFolders() throws IOException {
    Path real = folder.toRealPath();
    allowed = Files.createDirectory(real.resolve("allowed"));
    other = Files.createDirectory(real.resolve("other"));
    access = FileAccess.within(List.of(allowed));
  }

  private void assertRefused(String name, String... parts) {
    assertThatThrownBy(() -> access.path(name))
        .isInstanceOfSatisfying(
            WeirException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessageContainingAll(parts);
  }

  @Test
  void allowsWhatIsInADirectoryAtAnyDepth() {
    assertThat(access.path(allowed + "/a/b/model")).isEqualTo(allowed.resolve("a/b/model"));
    assertThat(access.path(allowed + "/a/../model")).isEqualTo(allowed.resolve("model"));
  }

  @Test
  void refusesWhatIsElsewhereAndSaysWhatIsAllowed() {
    assertRefused(
        other + "/model", "graphs may not access " + other, allowed.toString(), "--allow-dir");
  }

  @Test
  void refusesTheDirectoryItselfAndItsNamesakes() {
    assertRefused(allowed.toString(), "graphs may not access");
    assertRefused(allowed + "-too/model", "graphs may not access");
  }

  @Test
  void opensWhatIsJudgedAndNotWhereALinkLeads() throws IOException {
    Path secret = Files.writeString(other.resolve("secret"), "hidden");
    Path link = Files.createSymbolicLink(allowed.resolve("model.index"), secret);
    assertThat(access.path(allowed + "/model")).isEqualTo(allowed.resolve("model"));
    assertThatThrownBy(() -> access.open(link))
        .isInstanceOfSatisfying(
            WeirException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessageContainingAll(link.toString(), "which is " + secret);
    Path inside = Files.writeString(allowed.resolve("file"), "four");
    Path near = Files.createSymbolicLink(allowed.resolve("near"), inside);
    try (SeekableByteChannel channel = access.open(near)) {
      assertThat(channel.size()).isEqualTo(4);
    }
    try (SeekableByteChannel channel = FileAccess.ANYWHERE.open(link)) {
      assertThat(channel.size()).isEqualTo(6);
    }
    assertThatThrownBy(() -> access.open(allowed.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void refusesWaysOutThroughTheParent() {
    assertRefused(allowed + "/../other/model", "which is " + other.resolve("model"));
    assertRefused(allowed + "/missing/../../other/model", "which is " + other.resolve("model"));
  }

  @Test
  void followsLinks() throws IOException {
    Files.createSymbolicLink(allowed.resolve("out"), other);
    Files.createSymbolicLink(other.resolve("in"), allowed);
    Files.createSymbolicLink(allowed.resolve("nowhere"), folder.resolve("missing"));

    assertRefused(allowed + "/out/model", "which is " + other.resolve("model"));
    assertThat(access.path(other + "/in/model")).isEqualTo(allowed.resolve("model"));
    assertRefused(allowed + "/nowhere/model", "a broken link");
    // the parent of where the link leads, not of the link
    assertRefused(allowed + "/out/../model", "which is " + other.resolveSibling("model"));
  }

  @Test
  void withoutDirectoriesNoFileIsAllowed() {
    access = FileAccess.within(List.of());
    assertRefused(allowed + "/model", "this task allows no directory");
  }

  @Test
  void anywhereLeavesNamesAsTheyAre() {
    assertThat(FileAccess.ANYWHERE.path("../model")).isEqualTo(Path.of("../model"));
  }

  @Test
  void refusesWhatIsNoName() {
    assertThatThrownBy(() -> access.path("a\0b"))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("cannot be the name of a file");
    assertThatThrownBy(() -> access.path("nosuch://host/file"))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("cannot be the name of a file");
  }
}
