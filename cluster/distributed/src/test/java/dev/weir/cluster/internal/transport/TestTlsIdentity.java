package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.grpc.Security.Certificates;
import dev.weir.error.WeirException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that follow their files, and what their holders may be. */
@Timeout(60)
final class TestTlsIdentity {
  @TempDir private static Path made;
  private static Certificates one;
  private static Certificates other;
  private static Certificates client;

  @TempDir private Path folder;

  @BeforeAll
  static void make() throws Exception {
    MadeCertificates certificates = new MadeCertificates(made);
    one = certificates.with("one", "", "one");
    other = certificates.with("other", "OU=weir-task, OU=weir-client, OU=lab", "one");
    client = certificates.with("client", "OU=weir-client", "client");
  }

  private Path copy(Path from, String name) throws Exception {
    return Files.copy(from, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void newFilesCountOnceTheyBelongTogether() throws Exception {
    Path chain = copy(one.chain(), "chain");
    Path key = copy(one.key(), "key");
    TlsIdentity identity = TlsIdentity.of(chain, key, one.authority(), Duration.ZERO);
    TlsIdentity.State before = identity.current();
    assertThat(before.chain().getFirst().getSubjectX500Principal().getName()).isEqualTo("CN=one");
    assertThat(identity.current()).isSameAs(before);
    try (CapturedLog log = new CapturedLog()) {
      copy(other.chain(), "chain");
      assertThat(identity.current()).as("the key is still the old one").isSameAs(before);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("the key does not match the certificate");
    }
    copy(other.key(), "key");
    TlsIdentity.State after = identity.current();
    assertThat(after.context()).isNotSameAs(before.context());
    assertThat(after.chain().getFirst().getSubjectX500Principal().getName()).contains("CN=other");
  }

  @Test
  void rolesAreUnitsOfTheSubject() {
    assertThat(identity(one).current().roles()).isEqualTo(CertificateRoles.ANY);
    assertThat(identity(other).current().roles()).isEqualTo(new CertificateRoles(true, true));
    CertificateRoles roles = identity(client).current().roles();
    assertThat(roles).isEqualTo(new CertificateRoles(true, false));
    roles.checkClient("RunStep");
    assertThatThrownBy(() -> roles.checkTask("RunGraph"))
        .isInstanceOf(WeirException.class)
        .hasMessage(
            "RunGraph is refused: the caller's certificate is limited to OU=weir-client, and this"
                + " call needs OU=weir-task");
  }

  @Test
  void tasksDoNotBecomeClients() throws Exception {
    Path chain = copy(one.chain(), "chain");
    Path key = copy(one.key(), "key");
    TlsIdentity identity = TlsIdentity.ofTask(chain, key, one.authority(), Duration.ZERO);
    TlsIdentity.State before = identity.current();
    copy(client.chain(), "chain");
    copy(client.key(), "key");
    try (CapturedLog log = new CapturedLog()) {
      assertThat(identity.current()).isSameAs(before);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("is limited to OU=weir-client and cannot be that of a task");
    }
    assertThatThrownBy(() -> TlsIdentity.ofTask(chain, key, one.authority()))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("cannot be that of a task");
  }

  @Test
  void serversWithACertificateOfAClientAreNotTrusted() throws Exception {
    TlsIdentity.State state = identity(client).current();
    X509Certificate[] chain = state.chain().toArray(X509Certificate[]::new);
    state.trustManager().checkClientTrusted(chain, "EC");
    assertThatThrownBy(() -> state.trustManager().checkServerTrusted(chain, "EC"))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining("limited to OU=weir-client");
  }

  @Test
  void unusableFilesAreNamedAndNothingOfAKeyIsShown() throws Exception {
    Path key = Files.writeString(folder.resolve("k"), "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n");
    assertThatThrownBy(() -> TlsIdentity.of(one.chain(), key, one.authority()))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("there is no private key in PKCS 8 and PEM in " + key)
        .hasMessageNotContaining("c2VjcmV0");
    assertThatThrownBy(() -> TlsIdentity.of(one.key(), one.key(), one.authority()))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("cannot be used");
    assertThatThrownBy(() -> TlsIdentity.of(one.chain(), other.key(), one.authority()))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("the key does not match the certificate");
  }

  private static TlsIdentity identity(Certificates files) {
    return TlsIdentity.of(files.chain(), files.key(), files.authority());
  }
}
