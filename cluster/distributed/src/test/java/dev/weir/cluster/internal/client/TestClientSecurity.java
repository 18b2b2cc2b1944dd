package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.runtime.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a client has its certificates and its token from. */
final class TestClientSecurity {
  @TempDir Path folder;

  private static Security of(Map<String, String> properties, Map<String, String> environment) {
    return ClientSecurity.of(properties::get, environment::get);
  }

  @Test
  void showsNothingUnlessToldTo() {
    assertThat(of(Map.of(), Map.of())).isEqualTo(Security.NONE);
  }

  @Test
  void propertiesWinOverTheEnvironment() throws IOException {
    Path wanted = Files.writeString(folder.resolve("a"), "secret-a\n");
    Path other = Files.writeString(folder.resolve("b"), "secret-b\n");
    Map<String, String> environment = Map.of("WEIR_TOKEN_FILE", other.toString());
    assertThat(of(Map.of("weir.token.file", wanted.toString()), environment).token())
        .extracting(Token::current)
        .isEqualTo("secret-a");
    assertThat(of(Map.of(), environment).token()).extracting(Token::current).isEqualTo("secret-b");
  }

  @Test
  void whatASessionHasWins() {
    Credentials own =
        Credentials.NONE
            .withToken("own")
            .withCertificates(Path.of("a.pem"), Path.of("a.key"), Path.of("ca.pem"));
    Security shown = ClientSecurity.of(own);
    assertThat(shown.certificates())
        .isEqualTo(
            new Security.Certificates(Path.of("a.pem"), Path.of("a.key"), Path.of("ca.pem")));
    assertThat(shown.token()).extracting(Token::current).isEqualTo("own");
    assertThat(ClientSecurity.of(Credentials.NONE)).isEqualTo(ClientSecurity.ofProcess());
  }

  @Test
  void refusesHalfOfTheCertificates() {
    assertThatThrownBy(() -> of(Map.of("weir.tls.cert", "c.pem"), Map.of()))
        .hasMessageContaining("go together")
        .hasMessageContaining("c.pem, null and null");
  }

  @Test
  void namesATokenFileThatIsNotThere() {
    assertThatThrownBy(() -> of(Map.of("weir.token.file", "nowhere"), Map.of()))
        .hasMessageContaining("nowhere");
  }
}
