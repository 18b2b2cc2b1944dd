package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Credentials;
import dev.weir.runtime.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A row of docs/failures.md: certificates and tokens are replaced while the processes run. */
@Tag("cluster")
@Timeout(300)
final class TestRotation {
  /** Files are looked at once a second; a loaded machine may take its time for the rest. */
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Graph graph = new Graph();
  private final Ops ps = Ops.create(graph).withDevice(PS.name());
  private final Output sum = ps.math.add(ps.constant(1f), ps.constant(2f));

  @TempDir private Path folder;
  private MadeCertificate old;
  private MadeCertificate fresh;

  @BeforeEach
  void makeCertificates() throws Exception {
    old = MadeCertificate.of("old", folder);
    fresh = MadeCertificate.of("fresh", folder);
  }

  /** Puts a file in place at once, as those who rotate secrets do. */
  private Path put(String name, String text) throws IOException {
    Path aside = Files.writeString(folder.resolve(name + ".new"), text);
    return Files.move(aside, folder.resolve(name), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private void tasksShow(MadeCertificate certificate) throws IOException {
    put("chain.pem", certificate.chain());
    put("key.pem", certificate.key());
  }

  private Credentials client(String name, MadeCertificate certificate, String token)
      throws IOException {
    return Credentials.NONE
        .withToken(token)
        .withCertificates(
            put(name + "-chain.pem", certificate.chain()),
            put(name + "-key.pem", certificate.key()),
            put(name + "-ca.pem", certificate.chain()));
  }

  private float sum(Session session) {
    return session.run(sum).getFloat(0);
  }

  private Session connect(ProcessCluster cluster, Credentials credentials) {
    ClusterOptions options =
        ClusterOptions.builder().credentials(credentials).connectTimeout(Duration.ZERO).build();
    return Session.connect(cluster.target(CHIEF), graph, options);
  }

  /** How a client is refused; nothing if it is served. */
  private Optional<WeirException> refusal(ProcessCluster cluster, Credentials credentials) {
    try (Session session = connect(cluster, credentials)) {
      assertThat(sum(session)).isEqualTo(3f);
      return Optional.empty();
    } catch (WeirException e) {
      return Optional.of(e);
    }
  }

  private void awaitServed(ProcessCluster cluster, Credentials credentials) {
    Waiting.until(
        () -> refusal(cluster, credentials).isEmpty(),
        SOON,
        () -> String.valueOf(refusal(cluster, credentials)));
  }

  private void awaitRefused(ProcessCluster cluster, Credentials credentials) {
    Waiting.until(
        () -> refusal(cluster, credentials).isPresent(), SOON, () -> "the client is still served");
    assertThat(refusal(cluster, credentials))
        .hasValueSatisfying(error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
  }

  @Test
  void certificatesAndTokensAreReplaced() throws Exception {
    tasksShow(old);
    Path authorities = put("ca.pem", old.chain());
    Path token = put("token", "alpha\n");
    try (ProcessCluster cluster =
        new ProcessCluster(
            Ports.of(PS, CHIEF),
            "--tls-cert",
            folder.resolve("chain.pem").toString(),
            "--tls-key",
            folder.resolve("key.pem").toString(),
            "--tls-ca",
            authorities.toString(),
            "--token-file",
            token.toString())) {
      cluster.start(PS, CHIEF);
      Credentials before = client("before", old, "alpha");
      Credentials after = client("after", fresh, "beta");
      assertThat(refusal(cluster, before)).isEmpty();
      assertThat(refusal(cluster, after))
          .hasValueSatisfying(
              error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
      try (Session session = connect(cluster, before)) {
        assertThat(sum(session)).isEqualTo(3f);

        // the new ones are accepted, then shown; what is connected stays connected
        put("ca.pem", old.chain() + fresh.chain());
        put("token", "alpha\nbeta\n");
        tasksShow(fresh);
        awaitServed(cluster, after);
        put("token", "beta\nalpha\n");
        assertThat(sum(session)).isEqualTo(3f);
      }
      cluster.kill(PS);
      cluster.start(PS); // so that tasks connect to each other with the new ones
      awaitServed(cluster, after);
      try (Session session = connect(cluster, after)) {
        assertThat(sum(session)).isEqualTo(3f);

        // the old ones are refused
        put("ca.pem", fresh.chain());
        put("token", "beta\n");
        awaitRefused(cluster, before);
        awaitRefused(cluster, client("half", fresh, "alpha"));
        assertThat(sum(session)).isEqualTo(3f);
      }
      assertThat(refusal(cluster, after)).isEmpty();
    }
  }
}
