package dev.weir.cluster.grpc;

import static dev.weir.cluster.grpc.Loopback.LIMIT;
import static dev.weir.cluster.grpc.Loopback.failure;
import static dev.weir.cluster.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may call: with certificates made on the spot, and with a token. */
@Timeout(60)
final class TestGrpcSecurity {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path folder;
  private static Security.Certificates member;
  private static Security.Certificates stranger;

  @BeforeAll
  static void makeCertificates() throws Exception {
    Path trusted = certify("member");
    certify("stranger");
    member =
        new Security.Certificates(
            folder.resolve("member.pem"), folder.resolve("member.key"), trusted);
    stranger =
        new Security.Certificates(
            folder.resolve("stranger.pem"), folder.resolve("stranger.key"), trusted);
  }

  private static Path certify(String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    write(folder.resolve(name + ".key"), "PRIVATE KEY", keys.getKey(name, PASSWORD).getEncoded());
    Path certificate = folder.resolve(name + ".pem");
    write(certificate, "CERTIFICATE", keys.getCertificate(name).getEncoded());
    return certificate;
  }

  private static void write(Path file, String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }

  private static GrpcOptions options(Security security) {
    return GrpcOptions.DEFAULT.withSecurity(security);
  }

  @Test
  void membersReachEachOther() {
    try (Loopback loopback = new Loopback(options(new Security(member, "secret")))) {
      assertThat(get(loopback.worker().status(LIMIT))).isEmpty();
    }
  }

  @Test
  void strangersAreRefused() {
    try (Loopback loopback = new Loopback(options(new Security(member, null)));
        GrpcNetwork network = new GrpcNetwork(options(new Security(stranger, null)))) {
      WeirException failure = failure(network.worker(loopback.address).status(LIMIT));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(failure).hasMessageContaining(loopback.address + ": no secure connection");
      assertThat(failure).hasMessageNotContaining("\n");
    }
  }

  @Test
  void aTaskWithAnotherCertificateIsRefused() {
    try (Loopback loopback = new Loopback(options(new Security(stranger, null)));
        GrpcNetwork network = new GrpcNetwork(options(new Security(member, null)))) {
      WeirException failure = failure(network.worker(loopback.address).status(LIMIT));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    }
  }

  @Test
  void plainCallersGetNowhere() {
    try (Loopback loopback = new Loopback(options(new Security(member, null)));
        GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      WeirException failure = failure(network.worker(loopback.address).status(LIMIT));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(failure).hasMessageNotContaining("\n");
    }
  }

  @Test
  void theTokenIsChecked() {
    try (Loopback loopback = new Loopback(options(new Security(null, "secret")));
        GrpcNetwork without = new GrpcNetwork(GrpcOptions.DEFAULT);
        GrpcNetwork wrong = new GrpcNetwork(options(new Security(null, "guess")))) {
      assertThat(get(loopback.worker().status(LIMIT))).isEmpty();
      WeirException none = failure(without.worker(loopback.address).status(LIMIT));
      assertThat(none.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(none).hasMessageContaining("names no token");
      WeirException other = failure(wrong.worker(loopback.address).status(LIMIT));
      assertThat(other.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(other).hasMessageContaining("another token").hasMessageNotContaining("secret");
    }
  }

  @Test
  void missingFilesAreNamed() {
    Security.Certificates missing =
        new Security.Certificates(folder.resolve("no.pem"), folder.resolve("no.key"), folder);
    assertThatThrownBy(() -> new GrpcNetwork(options(new Security(missing, null))))
        .hasMessageContaining("no.pem");
  }

  @Test
  void secretsAreNotPrinted() {
    assertThat(new Security(null, "secret").toString()).doesNotContain("secret");
  }
}
