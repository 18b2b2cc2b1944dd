package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A method that is served: how its request is read, who answers, how that is written.
 *
 * @param tensors those of an answer, a reference to each of which comes with it
 */
record Served<Q, R extends @Nullable Object>(
    Function<MessageIn, Q> read,
    Answering<Q, R> answering,
    BiConsumer<R, MessageOut> write,
    Function<R, List<Tensor>> tensors) {
  /** Who answers. */
  @FunctionalInterface
  interface Answering<Q, R extends @Nullable Object> {
    CompletableFuture<R> answer(Q request, Duration limit);
  }

  static Map<Method, Served<?, ?>> methods(WorkerPort worker, MasterPort master) {
    Map<Method, Served<?, ?>> methods = new EnumMap<>(Method.class);
    methods.put(
        Method.RECEIVE_TENSOR,
        new Served<>(
            Records::receiveTensor,
            worker::receiveTensor,
            Records::write,
            received -> received.tensor() == null ? List.of() : List.of(received.tensor())));
    methods.put(
        Method.CLEAN_UP,
        new Served<Long, @Nullable Void>(
            MessageIn::longNumber, worker::cleanupGraph, (none, out) -> {}, none -> List.of()));
    methods.put(Method.RUN_GRAPH, steps(Records::runGraph, worker::runGraph));
    methods.put(Method.RUN_STEP, steps(Records::runStep, master::runStep));
    methods.put(Method.RUN_CALLABLE, steps(Records::runCallable, master::runCallable));
    return methods;
  }

  private static <Q> Served<Q, StepResult> steps(
      Function<MessageIn, Q> read, Answering<Q, StepResult> answering) {
    return new Served<>(read, answering, Records::write, Served::tensorsOf);
  }

  private static List<Tensor> tensorsOf(StepResult result) {
    List<NamedTensor> values = result.values();
    return values.isEmpty() ? List.of() : values.stream().map(NamedTensor::value).toList();
  }
}
