package dev.weir.cluster.grpc;

import static dev.weir.cluster.grpc.Loopback.LIMIT;
import static dev.weir.cluster.grpc.Loopback.failure;
import static dev.weir.cluster.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.MadeCertificates;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may call: with certificates made on the spot, and with a token. */
@Timeout(60)
final class TestGrpcSecurity {
  @TempDir private static Path folder;
  private static Security.Certificates member;
  private static Security.Certificates stranger;

  @BeforeAll
  static void makeCertificates() throws Exception {
    MadeCertificates made = new MadeCertificates(folder);
    member = made.member();
    stranger = made.stranger();
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
