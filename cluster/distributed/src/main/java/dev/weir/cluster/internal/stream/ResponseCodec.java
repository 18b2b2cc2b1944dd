package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the answers to a method are read, and given back if nobody wants them.
 *
 * @param subject what was asked for, as errors name it; empty if the answer has names
 * @param unpacked an answer with a tensor that came in compressed form
 */
record ResponseCodec<T extends @Nullable Object>(
    Method method,
    Function<MessageIn, T> read,
    Function<Tensor, T> unpacked,
    Consumer<T> giveBack,
    String subject) {
  static final ResponseCodec<ReceivedTensor> RECEIVE_TENSOR = receiveTensor("");
  static final ResponseCodec<StepResult> RUN_GRAPH = steps(Method.RUN_GRAPH);
  static final ResponseCodec<StepResult> RUN_STEP = steps(Method.RUN_STEP);
  static final ResponseCodec<StepResult> RUN_CALLABLE = steps(Method.RUN_CALLABLE);
  static final ResponseCodec<@Nullable Void> CLEAN_UP =
      new ResponseCodec<@Nullable Void>(
          Method.CLEAN_UP, in -> null, tensor -> never(), none -> {}, "");

  /** The answer to a request for the value that a rendezvous has for this key. */
  static ResponseCodec<ReceivedTensor> receiveTensor(String key) {
    return new ResponseCodec<>(
        Method.RECEIVE_TENSOR,
        Records::receivedTensor,
        ReceivedTensor::new,
        ReceivedTensor::release,
        key);
  }

  private static ResponseCodec<StepResult> steps(Method method) {
    return new ResponseCodec<>(
        method, Records::stepResult, tensor -> never(), StepResult::release, "");
  }

  private static <T> T never() {
    throw WeirException.internal("only values from other tasks are compressed");
  }

  static ResponseCodec<?> of(Method method) {
    return switch (method) {
      case RECEIVE_TENSOR -> RECEIVE_TENSOR;
      case RUN_GRAPH -> RUN_GRAPH;
      case RUN_STEP -> RUN_STEP;
      case RUN_CALLABLE -> RUN_CALLABLE;
      case CLEAN_UP -> CLEAN_UP;
    };
  }

  /** Reads an answer that nobody waits for any more: what follows goes nowhere. */
  Inbound unwanted(MessageIn in) {
    in.discard();
    var unused = in.read(read);
    return new Inbound(in) {
      @Override
      void completed() {}

      @Override
      void dropped() {}
    };
  }
}
