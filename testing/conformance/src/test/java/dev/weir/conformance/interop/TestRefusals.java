package dev.weir.conformance.interop;

import static dev.weir.error.ErrorCode.ABORTED;
import static dev.weir.error.ErrorCode.DEADLINE_EXCEEDED;
import static dev.weir.error.ErrorCode.FAILED_PRECONDITION;
import static dev.weir.error.ErrorCode.INTERNAL;
import static dev.weir.error.ErrorCode.INVALID_ARGUMENT;
import static dev.weir.error.ErrorCode.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.error.ErrorCode;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.io.IoOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Both refuse the same requests with the same codes. */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestRefusals {
  private static final Duration SHORT = Duration.ofMillis(300);

  @ParameterizedTest
  @MethodSource
  void mastersRefuse(ErrorCode code, Consumer<Talk> request, Clusters clusters) {
    Map<Maker, ErrorCode> got = new EnumMap<>(Maker.class);
    for (Maker maker : Maker.values()) {
      Setting setting = new Setting(Maker.WEIR, maker, maker, "worker");
      try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
        Talk talk = new Talk(network.master(clusters.of(setting).address("worker")));
        got.put(maker, Client.refusal(() -> request.accept(talk)));
      }
    }
    assertThat(got).isEqualTo(Map.of(Maker.WEIR, code, Maker.TENSORFLOW, code));
  }

  static Stream<Arguments> mastersRefuse() {
    return Stream.of(sessions(), steps(), pieces(), callables()).flatMap(Function.identity());
  }

  private static Stream<Arguments> sessions() {
    return Stream.of(
        request("unknown session", ABORTED, t -> t.run("0123", List.of("x"), List.of())),
        request("unknown session closed", ABORTED, t -> t.close("0123")),
        request("unknown session extended", ABORTED, t -> t.extend("0123", sums(), 0)),
        request("device nowhere", INVALID_ARGUMENT, t -> run(t, t.open(on("/job:worker/task:9")))),
        request(
            "device type nowhere",
            INVALID_ARGUMENT,
            t -> run(t, t.open(on("/job:worker/task:0/device:GPU:0")))),
        inSession("other version", ABORTED, (t, s) -> t.extend(s, new Graph(), 7)),
        inSession("node again", INVALID_ARGUMENT, (t, s) -> t.extend(s, sums(), 0)),
        inSession(
            "closed session",
            ABORTED,
            (t, s) -> {
              t.close(s);
              run(t, s);
            }),
        inSession(
            "closed twice",
            ABORTED,
            (t, s) -> {
              t.close(s);
              t.close(s);
            }));
  }

  private static Stream<Arguments> steps() {
    return Stream.of(
        fetching("unknown fetch", NOT_FOUND, "nowhere:0"),
        inSession("unknown target", NOT_FOUND, (t, s) -> t.run(s, List.of(), List.of("nowhere"))),
        feeding("unknown feed", NOT_FOUND, "one:0", fed("nowhere:0")),
        fetching("no such output", INVALID_ARGUMENT, "one:1"),
        feeding("no such fed output", INVALID_ARGUMENT, "first:0", fed("one:7")),
        feeding("fed twice", INVALID_ARGUMENT, "first:0", fed("a:0"), fed("a:0")),
        inSession("nothing asked for", INVALID_ARGUMENT, (t, s) -> t.run(s, List.of(), List.of())),
        fetching("placeholder not fed", INVALID_ARGUMENT, "first:0"),
        feeding("other type fed", INTERNAL, "first:0", new NamedValue("a:0", Tensors.scalar(1))),
        fetching("uninitialized variable", FAILED_PRECONDITION, "value:0"),
        fetching("uninitialized reference", FAILED_PRECONDITION, "reference_value:0"),
        fetching("kernel fails", INVALID_ARGUMENT, "quotient:0"),
        fetching("dead fetch", INTERNAL, "branch:1"),
        inSession("deadline", DEADLINE_EXCEEDED, (t, s) -> t.run(s, "taken:0", SHORT)),
        inSession(
            "request again",
            ABORTED,
            (t, s) -> {
              RunStep step = step(s, List.of(), "one:0", "");
              t.run(step);
              t.run(step);
            }));
  }

  private static Stream<Arguments> pieces() {
    return Stream.of(
        inSession(
            "unknown partial run",
            INVALID_ARGUMENT,
            (t, s) -> t.run(step(s, List.of(fed("a:0")), "first:0", "77"))),
        inSession(
            "feed that a partial run was not set up with",
            INVALID_ARGUMENT,
            (t, s) -> t.run(step(s, List.of(fed("b:0")), "first:0", firstOnly(t, s)))),
        inSession(
            "fetch that a partial run was not set up with",
            INVALID_ARGUMENT,
            (t, s) -> t.run(step(s, List.of(fed("a:0")), "second:0", firstOnly(t, s)))),
        inSession(
            "partial run of nothing known",
            NOT_FOUND,
            (t, s) -> t.partialRun(s, List.of("a:0"), List.of("nowhere:0"))));
  }

  private static String firstOnly(Talk talk, String session) {
    return talk.partialRun(session, List.of("a:0"), List.of("first:0"));
  }

  private static Stream<Arguments> callables() {
    return Stream.of(
        inSession("unknown callable", INVALID_ARGUMENT, (t, s) -> t.call(s, 77)),
        inSession(
            "released callable",
            INVALID_ARGUMENT,
            (t, s) -> {
              long callable = t.callable(s, List.of(), List.of("one:0"));
              t.release(s, callable);
              t.call(s, callable);
            }),
        inSession(
            "callable of nothing known",
            NOT_FOUND,
            (t, s) -> t.callable(s, List.of(), List.of("nowhere:0"))));
  }

  private static void run(Talk talk, String session) {
    talk.run(session, List.of("one:0"), List.of());
  }

  private static RunStep step(
      String session, List<NamedValue> feeds, String fetch, String partialRun) {
    return new RunStep(
        session, feeds, List.of(fetch), List.of(), StepOptions.DEFAULT, partialRun, Talk.number());
  }

  private static Arguments fetching(String name, ErrorCode code, String fetch) {
    return inSession(name, code, (t, s) -> t.run(s, List.of(fetch), List.of()));
  }

  private static Arguments feeding(String name, ErrorCode code, String fetch, NamedValue... feeds) {
    return inSession(name, code, (t, s) -> t.run(s, List.of(feeds), List.of(fetch), List.of()));
  }

  private static Graph on(String device) {
    Tasks tasks = Tasks.empty();
    tasks.ps().withDevice(device).withName("one").constant(1f);
    return tasks.graph();
  }

  private static NamedValue fed(String name) {
    return new NamedValue(name, Tensors.scalar(1f));
  }

  private static Arguments request(String name, ErrorCode code, Consumer<Talk> request) {
    return Arguments.of(code, Named.of(name, request));
  }

  private static Arguments inSession(String name, ErrorCode code, BiConsumer<Talk, String> what) {
    return request(name, code, talk -> what.accept(talk, talk.open(sums())));
  }

  private static Graph sums() {
    Tasks tasks = Tasks.empty();
    Output one = tasks.worker().withName("one").constant(1f);
    Output a = tasks.worker().withName("a").placeholder(DType.FLOAT32, Shape.scalar());
    Output b = tasks.worker().withName("b").placeholder(DType.FLOAT32, Shape.scalar());
    Output first = tasks.worker().withName("first").math.add(a, one);
    tasks.ps().withName("second").math.add(first, b);
    Output handle =
        tasks.ps().withName("handle").state.varHandleOp(DType.FLOAT32, Shape.scalar(), "", "never");
    tasks.ps().withName("value").state.readVariableOp(handle, DType.FLOAT32);
    Output variable =
        tasks
            .ps()
            .withName("reference")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    tasks.ps().withName("reference_value").control.identity(variable);
    Output zero = tasks.ps().withName("zero").constant(0);
    tasks.ps().withName("quotient").math.floorDiv(tasks.ps().constant(1), zero);
    tasks.worker().withName("branch").control.switchOn(one, tasks.worker().constant(false));
    Output queue =
        tasks
            .ps()
            .withName("queue")
            .io
            .fifoQueue(List.of(DType.FLOAT32), IoOps.QueueOptions.DEFAULT);
    tasks.ps().withName("taken").io.queueDequeue(queue, List.of(DType.FLOAT32));
    return tasks.graph();
  }
}
