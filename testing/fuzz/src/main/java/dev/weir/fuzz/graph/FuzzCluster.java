package dev.weir.fuzz.graph;

import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.cluster.server.Server;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two tasks in this process, on real ports of the loopback, and a client that sends the master of
 * one of them whatever it likes: it checks nothing before. Graphs may touch files in one folder.
 */
final class FuzzCluster implements AutoCloseable {
  /** Partial names of the devices of the two tasks. */
  static final List<String> DEVICES = List.of("/job:ps/task:0", "/job:worker/task:0");

  /** For calls that compute nothing, on a machine that is busy with something else. */
  static final Duration CALL = Duration.ofSeconds(60);

  private static final long HANGS_SECONDS = 100;

  private final Path files;
  private final LocalCluster tasks;
  private final HybridNetwork network =
      new HybridNetwork(GrpcOptions.DEFAULT, StreamOptions.DEFAULT);
  private final MasterPort master;

  /** Starts the tasks; their graphs may touch files in {@code files}. */
  FuzzCluster(Path files) {
    this.files = files;
    tasks =
        LocalCluster.start(
            Map.of("ps", 1, "worker", 1), options -> options.allowedDirectories(List.of(files)));
    Server first = tasks.server("worker", 0);
    master = network.master(first.address());
  }

  MasterPort master() {
    return master;
  }

  /** Opens a session with state of its own. */
  String open(Graph graph, boolean truncates, boolean compresses) {
    SessionOptions options =
        new SessionOptions(
            List.of(), true, Duration.ZERO, true, truncates, compresses ? "gzip" : "");
    ByteBuffer definition = ByteBuffer.wrap(GraphDefs.toBinary(graph));
    return await(master.createSession(new CreateSession(definition, options, ""), CALL)).session();
  }

  void close(String session) {
    @Nullable Void unused = await(master.closeSession(session, CALL));
  }

  /** Waits for an answer, which comes within the call's own limit. */
  static <T extends @Nullable Object> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(HANGS_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw RpcFailures.of(e.getCause());
    } catch (TimeoutException e) {
      throw new GraphFuzzer.Finding("a call is not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted", e);
    }
  }

  /** Fails unless both tasks still run steps. */
  void check() {
    Graph graph = new Graph();
    for (int i = 0; i < DEVICES.size(); i++) {
      graph
          .node("Const", "c" + i)
          .attr("value", AttrValue.of(Tensors.scalar(i)))
          .attr("dtype", Tensors.scalar(i).dtype())
          .device(DEVICES.get(i))
          .buildExact();
    }
    try {
      String session = open(graph, false, false);
      List<String> fetches = List.of("c0:0", "c1:0");
      StepOptions options = new StepOptions(false, CALL);
      RunStep step = new RunStep(session, List.of(), fetches, List.of(), options, "", 0);
      StepResult result = await(master.runStep(step, CALL));
      result.release();
      close(session);
    } catch (WeirException e) {
      throw new GraphFuzzer.Finding("the tasks run no steps any more", e);
    }
  }

  /** Deletes the files in the folders that samples have made for themselves. */
  void deleteFiles() {
    try (Stream<Path> all = Files.walk(files)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!files.equals(file.getParent())) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    network.close();
    tasks.close();
  }
}
