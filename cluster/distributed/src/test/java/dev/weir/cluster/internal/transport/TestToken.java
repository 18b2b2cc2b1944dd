package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.CapturedLog;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestToken {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("token"), text);
  }

  @Test
  void firstLineIsNamedAndEveryLineAccepted() throws IOException {
    Token token = Token.ofFile(file("new-one\n\n  old-one \n"));
    assertThat(token.current()).isEqualTo("new-one");
    assertThat(token.accepts("new-one")).isTrue();
    assertThat(token.accepts("old-one")).isTrue();
    assertThat(token.accepts("new-one\n\n  old-one")).isFalse();
    assertThat(token.accepts("")).isFalse();
  }

  @Test
  void fileIsReadAgainWhenItChanges() throws IOException {
    Path file = file("first");
    Token token = Token.ofFile(file, Duration.ZERO);
    assertThat(token.accepts("first")).isTrue();
    Files.writeString(file, "second-one");
    assertThat(token.current()).isEqualTo("second-one");
    assertThat(token.accepts("first")).isFalse();
    Path other = Files.writeString(folder.resolve("other"), "third-token");
    Files.delete(file);
    assertThat(token.current()).isEqualTo("second-one");
    Files.createSymbolicLink(file, other);
    assertThat(token.current()).isEqualTo("third-token");
  }

  @Test
  void fileThatCannotBeUsedKeepsTheTokenAndIsLoggedOnce() throws IOException {
    Path file = file("first");
    Token token = Token.ofFile(file, Duration.ZERO);
    try (CapturedLog log = new CapturedLog()) {
      Files.writeString(file, "two words");
      assertThat(token.current()).isEqualTo("first");
      assertThat(token.current()).isEqualTo("first");
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains(file.toString(), "keeping the previous", "visible ASCII")
          .doesNotContain("two words");
    }
  }

  @Test
  void unusableFilesAreRefusedAtTheStart() throws IOException {
    Path file = file(" \n");
    assertThatThrownBy(() -> Token.ofFile(file))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("the file has no token");
    assertThatThrownBy(() -> Token.ofFile(folder.resolve("none")))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("none");
  }

  @Test
  void generatedTokensDifferAndAreNotPrinted() {
    Token token = Token.generated();
    assertThat(token.current()).hasSize(64).isNotEqualTo(Token.generated().current());
    assertThat(token).hasToString("Token");
  }
}
