package dev.weir.cluster.simulation;

import dev.weir.cluster.wire.NamedTensor;
import dev.weir.cluster.wire.ReceivedTensor;
import dev.weir.cluster.wire.RunCallable;
import dev.weir.cluster.wire.RunGraph;
import dev.weir.cluster.wire.RunStep;
import dev.weir.cluster.wire.StepResult;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a kind of message travels: packed, it has nothing in common with what the sender holds;
 * unpacked, its tensors are in the receiver's memory, and the receiver's to release.
 *
 * @param pack gives what unpacks the message in somebody's memory
 * @param release gives the tensors of a message back
 */
record Cargo<T extends @Nullable Object>(
    Function<T, Function<Allocator, T>> pack, java.util.function.Consumer<T> release) {
  static final Cargo<ReceivedTensor> RECEIVED_TENSOR =
      new Cargo<>(Cargo::pack, ReceivedTensor::release);

  static final Cargo<StepResult> STEP_RESULT =
      new Cargo<>(
          result -> {
            Function<Allocator, List<NamedTensor>> values = packAll(result.values());
            return to -> new StepResult(values.apply(to), result.stats());
          },
          StepResult::release);

  static final Cargo<RunGraph> RUN_GRAPH =
      new Cargo<>(
          request -> {
            Function<Allocator, List<NamedTensor>> sends = packAll(request.sends());
            return to ->
                new RunGraph(
                    request.session(),
                    request.graph(),
                    request.step(),
                    sends.apply(to),
                    request.receives(),
                    request.traces(),
                    request.partial(),
                    request.lastPartial(),
                    request.requestId());
          },
          request -> releaseAll(request.sends()));

  static final Cargo<RunStep> RUN_STEP =
      new Cargo<>(
          request -> {
            Function<Allocator, List<NamedTensor>> feeds = packAll(request.feeds());
            return to ->
                new RunStep(
                    request.session(),
                    feeds.apply(to),
                    request.fetches(),
                    request.targets(),
                    request.options(),
                    request.partialRun(),
                    request.requestId());
          },
          request -> releaseAll(request.feeds()));

  static final Cargo<RunCallable> RUN_CALLABLE =
      new Cargo<>(
          request -> {
            List<Function<Allocator, Tensor>> feeds =
                request.feeds().stream().map(Cargo::packTensor).toList();
            return to ->
                new RunCallable(
                    request.session(),
                    request.callable(),
                    feeds.stream().map(feed -> feed.apply(to)).toList(),
                    request.requestId());
          },
          request -> request.feeds().forEach(feed -> feed.buffer().release()));

  /** A message without tensors. */
  static <T extends @Nullable Object> Cargo<T> plain() {
    return new Cargo<>(message -> to -> message, message -> {});
  }

  private static Function<Allocator, ReceivedTensor> pack(ReceivedTensor received) {
    Tensor tensor = received.tensor();
    if (tensor == null) {
      return to -> ReceivedTensor.DEAD;
    }
    Function<Allocator, Tensor> packed = packTensor(tensor);
    return to -> new ReceivedTensor(packed.apply(to));
  }

  private static Function<Allocator, List<NamedTensor>> packAll(List<NamedTensor> values) {
    List<Function<Allocator, Tensor>> packed =
        values.stream().map(value -> packTensor(value.value())).toList();
    List<String> names = values.stream().map(NamedTensor::name).toList();
    return to -> {
      NamedTensor[] unpacked = new NamedTensor[names.size()];
      for (int i = 0; i < unpacked.length; i++) {
        unpacked[i] = new NamedTensor(names.get(i), packed.get(i).apply(to));
      }
      return List.of(unpacked);
    };
  }

  private static void releaseAll(List<NamedTensor> values) {
    values.forEach(value -> value.value().buffer().release());
  }

  private static Function<Allocator, Tensor> packTensor(Tensor tensor) {
    byte[] bytes = new byte[Math.toIntExact(tensor.byteSize())];
    tensor.buffer().copyToArray(0, bytes, 0, bytes.length);
    return to -> {
      Tensor copy = Tensor.allocate(to, tensor.dtype(), tensor.shape(), "a message");
      copy.buffer().copyFromByteBuffer(ByteBuffer.wrap(bytes), 0);
      return copy;
    };
  }
}
