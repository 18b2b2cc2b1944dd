package dev.weir.cluster.internal.grpc;

import static dev.weir.cluster.internal.grpc.Loopback.LIMIT;
import static dev.weir.cluster.internal.grpc.Loopback.done;
import static dev.weir.cluster.internal.grpc.Loopback.failure;
import static dev.weir.cluster.internal.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSessionContext;
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
    return GrpcOptions.builder().security(security).build();
  }

  @Test
  void membersReachEachOther() {
    try (Loopback loopback = new Loopback(options(new Security(member, Token.of("secret"))))) {
      assertThat(get(loopback.worker().status(LIMIT))).isEmpty();
    }
  }

  @Test
  void strangersAreRefused() {
    try (Loopback loopback = new Loopback(options(new Security(member, null)));
        GrpcNetwork network = new GrpcNetwork(options(new Security(stranger, null)))) {
      WeirException failure = failure(network.worker(loopback.address).status(LIMIT));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(failure).hasMessageContaining(loopback.address + ": TLS handshake failed");
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
    try (Loopback loopback = new Loopback(options(new Security(null, Token.of("secret"))));
        GrpcNetwork without = new GrpcNetwork(GrpcOptions.DEFAULT);
        GrpcNetwork wrong = new GrpcNetwork(options(new Security(null, Token.of("guess"))))) {
      assertThat(get(loopback.worker().status(LIMIT))).isEmpty();
      WeirException none = failure(without.worker(loopback.address).status(LIMIT));
      assertThat(none.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(none).hasMessageContaining("presents no token");
      WeirException other = failure(wrong.worker(loopback.address).status(LIMIT));
      assertThat(other.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(other).hasMessageContaining("a wrong token").hasMessageNotContaining("secret");
    }
  }

  @Test
  void callersDoWhatTheirCertificatesAllow() throws Exception {
    MadeCertificates made = new MadeCertificates(folder.resolve("roles"));
    Files.createDirectories(folder.resolve("roles"));
    Security.Certificates client = made.with("client", "OU=weir-client", "server");
    Security.Certificates task = made.with("task", "OU=weir-task", "server");
    Security.Certificates server = made.with("server", "", "client", "task");
    try (Loopback loopback = new Loopback(options(new Security(server, null)));
        GrpcNetwork ofClient = new GrpcNetwork(options(new Security(client, null)));
        GrpcNetwork ofTask = new GrpcNetwork(options(new Security(task, null)))) {
      String at = loopback.address;
      assertThat(get(ofClient.worker(at).status(LIMIT))).isEmpty();
      assertThat(get(ofTask.worker(at).status(LIMIT))).isEmpty();
      done(ofClient.master(at).closeSession("s", LIMIT));
      done(ofTask.worker(at).cleanupGraph(1, LIMIT));
      loopback.fakeWorker.asked.clear();
      loopback.fakeMaster.asked.clear();

      WeirException asTask = failure(ofClient.worker(at).cleanupGraph(1, LIMIT));
      assertThat(asTask.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(asTask).hasMessageContaining("CleanupGraph is refused").hasMessageContaining("OU");
      WeirException renewing = failure(ofClient.worker(at).renewSessions(List.of("s"), LIMIT));
      assertThat(renewing.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      WeirException asClient = failure(ofTask.master(at).closeSession("s", LIMIT));
      assertThat(asClient.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(loopback.fakeWorker.asked).isEmpty();
      assertThat(loopback.fakeMaster.asked).isEmpty();
    }
    assertThatThrownBy(() -> new Loopback(options(new Security(client, null))))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("is limited to OU=weir-client and cannot be that of a task");
  }

  @Test
  void nextConnectionUsesCertificatesThatWereReplaced() throws Exception {
    Path rotated = Files.createDirectories(folder.resolve("rotated"));
    MadeCertificates made = new MadeCertificates(rotated);
    Security.Certificates before = made.with("before", "", "caller");
    Security.Certificates after = made.with("after", "", "caller");
    Security.Certificates knowsBefore = made.with("caller", "", "before");
    Security.Certificates knowsAfter =
        new Security.Certificates(
            knowsBefore.chain(), knowsBefore.key(), rotated.resolve("after.pem"));
    Security.Certificates served =
        new Security.Certificates(
            Files.copy(before.chain(), rotated.resolve("chain")),
            Files.copy(before.key(), rotated.resolve("key")),
            before.authority());
    try (Loopback loopback = new Loopback(options(new Security(served, null)))) {
      assertThat(asked(loopback, knowsBefore)).isEqualTo("ok");
      assertThat(asked(loopback, knowsAfter)).contains("TLS handshake failed");
      Files.copy(after.chain(), served.chain(), StandardCopyOption.REPLACE_EXISTING);
      Files.copy(after.key(), served.key(), StandardCopyOption.REPLACE_EXISTING);
      long end = System.nanoTime() + LIMIT.toNanos();
      String answer = asked(loopback, knowsAfter);
      while (!answer.equals("ok") && System.nanoTime() - end < 0) {
        answer = asked(loopback, knowsAfter);
      }
      assertThat(answer).isEqualTo("ok");
      assertThat(asked(loopback, knowsBefore)).contains("TLS handshake failed");
    }
  }

  /** The JDK takes more kinds of keys than the library that gRPC uses. */
  @Test
  void certificatesThatGrpcDoesNotTakeChangeNothing() throws Exception {
    Path taken = Files.createDirectories(folder.resolve("taken"));
    MadeCertificates made = new MadeCertificates(taken);
    Security.Certificates first = made.with("first", "", "first");
    Security.Certificates second = made.with("second", "", "first");
    Path chain = Files.copy(first.chain(), taken.resolve("chain"));
    Path key = Files.copy(first.key(), taken.resolve("key"));
    TlsIdentity identity = TlsIdentity.of(chain, key, first.authority());
    AtomicInteger built = new AtomicInteger();
    ReloadedTls tls =
        new ReloadedTls(
            identity,
            state -> {
              if (built.incrementAndGet() > 1) {
                throw WeirException.invalidArgument("this kind of key is not supported");
              }
              return Tls.server(first);
            });
    SSLSessionContext before = tls.sessionContext();
    Files.copy(second.chain(), chain, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);
    try (CapturedLog log = new CapturedLog()) {
      long end = System.nanoTime() + LIMIT.toNanos();
      while (built.get() == 1 && System.nanoTime() - end < 0) {
        assertThat(tls.sessionContext()).isSameAs(before);
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(tls.sessionContext()).isSameAs(before);
      assertThat(tls.isClient()).isFalse();
      assertThat(built).as("tried once").hasValue(2);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("this kind of key is not supported"))
          .singleElement()
          .asString()
          .contains("CN=second", "keeping the previous");
    }
  }

  /** What a new connection with these certificates gets. */
  private static String asked(Loopback loopback, Security.Certificates caller) {
    Security security = new Security(caller, null);
    try (GrpcNetwork network = new GrpcNetwork(options(security))) {
      get(network.worker(loopback.address).status(LIMIT));
      return "ok";
    } catch (CompletionException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void tokensFollowTheirFile() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "first");
    try (Loopback loopback = new Loopback(options(new Security(null, Token.ofFile(file))));
        GrpcNetwork first = new GrpcNetwork(options(new Security(null, Token.of("first"))));
        GrpcNetwork second = new GrpcNetwork(options(new Security(null, Token.of("second"))))) {
      assertThat(get(first.worker(loopback.address).status(LIMIT))).isEmpty();
      failure(second.worker(loopback.address).status(LIMIT));
      Files.writeString(file, "second\n");
      long end = System.nanoTime() + LIMIT.toNanos();
      while (!isTaken(second, loopback.address) && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(isTaken(second, loopback.address)).isTrue();
      assertThat(isTaken(first, loopback.address)).isFalse();
    }
  }

  private static boolean isTaken(GrpcNetwork network, String address) {
    return network.worker(address).status(LIMIT).handle((devices, error) -> error == null).join();
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
    assertThat(new Security(null, Token.of("secret")).toString()).doesNotContain("secret");
  }
}
