package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that do not check what they feed, as TensorFlow's do not: the master compares values with
 * the placeholders before any task gets them.
 */
@Timeout(60)
final class TestFedShapes {
  private static final Duration CALL = Duration.ofSeconds(20);

  private final LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 1));
  private final HybridNetwork client =
      new HybridNetwork(GrpcOptions.DEFAULT, StreamOptions.DEFAULT);
  private MasterPort master;
  private String session;

  @BeforeEach
  void open() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph).withDevice("/job:ps/task:0");
    Output logits = ops.withName("logits").placeholder(DType.FLOAT32, Shape.of(1, 10));
    Output labels = ops.withName("labels").placeholder(DType.INT32, Shape.of(1));
    graph
        .node("SparseSoftmaxCrossEntropyWithLogits", "loss")
        .input(logits)
        .input(labels)
        .device("/job:ps/task:0")
        .build();
    master = client.master(cluster.server("worker", 0).address());
    CreateSession request =
        new CreateSession(ByteBuffer.wrap(GraphDefs.toBinary(graph)), SessionOptions.DEFAULT, "");
    session = master.createSession(request, CALL).join().session();
  }

  @AfterEach
  void close() {
    client.close();
    cluster.close();
  }

  private static Tensor logits() {
    return Tensors.zeros(DType.FLOAT32, Shape.of(1, 10));
  }

  private static Tensor labels(int count) {
    return Tensors.zeros(DType.INT32, Shape.of(count));
  }

  private CompletableFuture<?> step(Tensor labels, String partialRun) {
    return master.runStep(
        new RunStep(
            session,
            List.of(new NamedValue("logits:0", logits()), new NamedValue("labels:0", labels)),
            List.of("loss:0"),
            List.of(),
            StepOptions.DEFAULT,
            partialRun,
            0),
        CALL);
  }

  private static void assertRefused(CompletableFuture<?> call, ErrorCode code, String... parts) {
    WeirException refusal = RpcFailures.of(catchThrowable(call::join));
    assertThat(refusal).hasMessageContainingAll(parts);
    assertThat(refusal.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4_000_000})
  void wrongNumberOfLabelsIsRefused(int count) {
    assertRefused(
        step(labels(count), ""),
        ErrorCode.INVALID_ARGUMENT,
        "[Placeholder \"labels\"]",
        "cannot feed int32[" + count + "]",
        "which is int32[1]");
    assertThat(step(labels(1), "").join()).isNotNull();
  }

  @Test
  void valueOfAnotherTypeHasTheCodeOfTensorFlow() {
    assertRefused(
        step(Tensors.zeros(DType.INT64, Shape.of(1)), ""),
        ErrorCode.INTERNAL,
        "cannot feed int64[1]",
        "convert the value to int32");
  }

  @Test
  void partialRunsAndCallablesAreCheckedToo() {
    List<String> feeds = List.of("logits:0", "labels:0");
    List<String> fetches = List.of("loss:0");
    String partial =
        master
            .setUpPartialRun(new PartialRunSetup(session, feeds, fetches, List.of(), 0), CALL)
            .join();
    assertRefused(step(labels(3), partial), ErrorCode.INVALID_ARGUMENT, "cannot feed int32[3]");
    long callable =
        master
            .makeCallable(
                new MakeCallable(session, feeds, fetches, List.of(), StepOptions.DEFAULT, 0), CALL)
            .join();
    assertRefused(
        master.runCallable(
            new RunCallable(session, callable, List.of(logits(), labels(3)), 0), CALL),
        ErrorCode.INVALID_ARGUMENT,
        "cannot feed int32[3]");
  }
}
