package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestOneDnnLibrary {
  @Test
  void platformsAreNamedAsThePublishedJarsAre() {
    assertThat(classifier("Linux", "amd64")).contains("linux-x86_64");
    assertThat(classifier("Linux", "aarch64")).contains("linux-arm64");
    assertThat(classifier("Mac OS X", "aarch64")).contains("macosx-arm64");
    assertThat(classifier("Windows 11", "amd64")).contains("windows-x86_64");
    assertThat(classifier("Linux", "riscv64")).isEmpty();
    assertThat(classifier("Windows 11", "aarch64")).isEmpty();
  }

  private static Optional<String> classifier(String osName, String osArch) {
    return Platform.detect(osName, osArch).map(Platform::classifier);
  }

  @Test
  void aMissingJarIsNamedWithItsClassifier() {
    assertThat(OneDnnLibrary.missing(Platform.detect("Linux", "amd64")))
        .isEqualTo(
            "oneDNN is not on the classpath: add org.bytedeco:dnnl with the classifier"
                + " linux-x86_64");
    assertThat(OneDnnLibrary.missing(Optional.empty())).startsWith("oneDNN is not published for");
  }

  @Test
  void instructionSetsHaveNames() {
    assertThat(InstructionSet.describe(0)).isEqualTo("any CPU");
    assertThat(InstructionSet.describe(0x1)).isEqualTo("SSE4.1");
    assertThat(InstructionSet.describe(0x7)).isEqualTo("AVX2");
    assertThat(InstructionSet.describe(0x27)).isEqualTo("AVX-512");
  }

  @Test
  void anUnpackedFileIsUsedAgainAndADamagedOneReplaced(@TempDir Path root) throws IOException {
    Platform platform = Platform.current().orElseThrow();
    String name = platform.files().get(0);
    URL resource =
        Objects.requireNonNull(
            getClass().getClassLoader().getResource(platform.resourceFolder() + name));
    LibraryCache cache = new LibraryCache(root);
    Path file = cache.unpack(List.of(resource)).resolve(name);
    byte[] content = Files.readAllBytes(file);
    FileTime old = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(file, old);
    cache.unpack(List.of(resource));
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);

    byte[] damaged = content.clone();
    damaged[damaged.length / 2]++;
    Files.write(file, damaged);
    cache.unpack(List.of(resource));
    assertThat(Files.readAllBytes(file)).isEqualTo(content);
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).as("nothing is left aside").hasSize(1);
    }
  }
}
