package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.checkpoint.CheckpointWriter;
import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.internal.client.ClientSecurity;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Credentials;
import dev.weir.runtime.Session;
import dev.weir.runtime.SessionConfig;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which files graphs may touch: those of strangers none, and no way leads out by links. */
@Timeout(60)
final class TestFilesOfTasks {
  @TempDir private Path folder;

  @BeforeEach
  void save() throws IOException {
    Path saved = Files.createDirectory(folder.resolve("saved"));
    try (CheckpointWriter writer = CheckpointWriter.create(saved.resolve("model"))) {
      writer.add("w", Tensors.vector(1f, 2f));
      writer.finish();
    }
  }

  private static float restored(LocalCluster cluster, Path prefix, SessionConfig config) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output w =
        new CheckpointOps(ops.scope())
            .restore(ops.constant(prefix.toString()), List.of("w"), List.of(DType.FLOAT32))
            .getFirst();
    try (Session session = Session.connect(cluster.target("worker", 0), graph, config)) {
      return session.runner().fetch(w).run().get(0).getFloat(1);
    }
  }

  private static LocalCluster start(Consumer<ServerOptions.Builder> changes) {
    return LocalCluster.start(Map.of("worker", 1), changes);
  }

  private static WeirException refused(LocalCluster cluster, Path prefix) {
    WeirException error =
        catchThrowableOfType(
            WeirException.class, () -> restored(cluster, prefix, SessionConfig.standard()));
    assertThat(error.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    return error;
  }

  @Test
  void taskWithoutTokenAndCertificatesAllowsNoDirectory() {
    try (CapturedLog log = new CapturedLog();
        LocalCluster cluster = start(options -> options.allowedDirectories(List.of()))) {
      assertThat(log.lines())
          .as("said once, where operators see it")
          .filteredOn(line -> line.contains("graphs may access no files"))
          .singleElement()
          .asString()
          .startsWith("/job:worker/replica:0/task:0: ")
          .contains("--allow-dir DIR");
      assertThat(refused(cluster, folder.resolve("saved/model")))
          .hasMessageContaining("this task allows no directory")
          .hasMessageContaining("--allow-dir");
    }
  }

  @Test
  void taskWithATokenAllowsTheUsualDirectories() {
    GrpcOptions grpc =
        GrpcOptions.builder().security(new Security(null, Token.of("secret"))).build();
    SessionConfig config =
        SessionConfig.standard()
            .withCluster(
                ClusterOptions.DEFAULT.withCredentials(Credentials.NONE.withToken("secret")));
    try (LocalCluster cluster =
        start(options -> options.allowedDirectories(List.of()).grpc(grpc))) {
      assertThat(restored(cluster, folder.resolve("saved/model"), config)).isEqualTo(2f);
    }
    assertThat(ClientSecurity.ofProcess().token()).as("this test's own process").isNull();
  }

  @Test
  void filesOfACheckpointAreJudgedOneByOne() throws IOException {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    for (String name : List.of("model.index", "model.data-00000-of-00001")) {
      Files.createSymbolicLink(allowed.resolve(name), folder.resolve("saved").resolve(name));
    }
    try (LocalCluster cluster = start(options -> options.allowedDirectories(List.of(allowed)))) {
      assertThat(refused(cluster, allowed.resolve("model")))
          .hasMessageContaining("model.index, which is " + folder.toRealPath().resolve("saved"));
      Path index = allowed.resolve("model.index");
      Files.delete(index);
      Files.copy(folder.resolve("saved/model.index"), index);
      assertThat(refused(cluster, allowed.resolve("model")))
          .hasMessageContaining("model.data-00000-of-00001, which is ");
      Path data = allowed.resolve("model.data-00000-of-00001");
      Files.delete(data);
      Files.copy(folder.resolve("saved/model.data-00000-of-00001"), data);
      assertThat(restored(cluster, allowed.resolve("model"), SessionConfig.standard()))
          .isEqualTo(2f);
    }
  }
}
