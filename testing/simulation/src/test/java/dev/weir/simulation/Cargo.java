package dev.weir.simulation;

import dev.weir.cluster.internal.grpc.GrpcCodecs;
import dev.weir.cluster.internal.stream.StreamCodecs;
import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.memory.Allocator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a kind of message travels: packed, it is the bytes that gRPC or a stream would carry;
 * unpacked, its tensors are in the receiver's memory, and the receiver's to release.
 *
 * @param pack gives what unpacks the message in somebody's memory
 * @param release gives the tensors of a message back
 */
record Cargo<T extends @Nullable Object>(
    Function<T, Function<Allocator, T>> pack, Consumer<T> release) {
  /** What carries the calls of every step; all other calls go by gRPC. */
  enum Transport {
    GRPC,
    STREAM;

    Cargo<RunGraph> runGraph() {
      return of(
          this == GRPC ? GrpcCodecs.RUN_GRAPH : StreamCodecs.RUN_GRAPH,
          request -> releaseAll(request.sends()));
    }

    Cargo<StepResult> runGraphResult() {
      return of(
          this == GRPC ? GrpcCodecs.RUN_GRAPH_RESULT : StreamCodecs.STEP_RESULT,
          StepResult::release);
    }

    Cargo<ReceiveTensor> receiveTensor() {
      return of(this == GRPC ? GrpcCodecs.RECEIVE_TENSOR : StreamCodecs.RECEIVE_TENSOR);
    }

    Cargo<ReceivedTensor> receivedTensor() {
      return of(
          this == GRPC ? GrpcCodecs.RECEIVED_TENSOR : StreamCodecs.RECEIVED_TENSOR,
          ReceivedTensor::release);
    }

    Cargo<RunStep> runStep() {
      return of(
          this == GRPC ? GrpcCodecs.RUN_STEP : StreamCodecs.RUN_STEP,
          request -> releaseAll(request.feeds()));
    }

    Cargo<StepResult> runStepResult() {
      return of(
          this == GRPC ? GrpcCodecs.RUN_STEP_RESULT : StreamCodecs.STEP_RESULT,
          StepResult::release);
    }

    Cargo<RunCallable> runCallable() {
      return of(
          this == GRPC ? GrpcCodecs.RUN_CALLABLE : StreamCodecs.RUN_CALLABLE,
          request -> request.feeds().forEach(feed -> feed.buffer().release()));
    }

    Cargo<StepResult> runCallableResult() {
      return of(
          this == GRPC ? GrpcCodecs.RUN_CALLABLE_RESULT : StreamCodecs.STEP_RESULT,
          StepResult::release);
    }
  }

  /** A message without tensors. */
  static <T extends @Nullable Object> Cargo<T> of(Codec<T> codec) {
    return of(codec, message -> {});
  }

  static <T extends @Nullable Object> Cargo<T> of(Codec<T> codec, Consumer<T> release) {
    return new Cargo<>(
        message -> {
          byte[] bytes = codec.encode().apply(message);
          return to -> codec.decode().apply(bytes, to);
        },
        release);
  }

  /** A text or a number, or nothing: there is not much to write. */
  static <T extends @Nullable Object> Cargo<T> plain() {
    return new Cargo<>(message -> to -> message, message -> {});
  }

  private static void releaseAll(List<NamedTensor> values) {
    values.forEach(value -> value.value().buffer().release());
  }
}
