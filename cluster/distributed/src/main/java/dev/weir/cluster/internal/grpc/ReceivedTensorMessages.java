package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code RecvTensorResponse}. The tensor comes last, as TensorFlow writes it: a reader then knows
 * all the rest when the elements begin. A dead value goes with a tensor without elements.
 */
final class ReceivedTensorMessages {
  private static final int TENSOR = 1;
  private static final int DEAD = 2;
  private static final int SEND_START_MICROS = 3;

  private static final Tensor NOTHING = Tensor.allocate(DType.FLOAT32, Shape.of(0)).freeze();

  private ReceivedTensorMessages() {}

  static Outbound write(ReceivedTensor received) {
    MessageWriter writer = new MessageWriter();
    Tensor tensor = received.tensor();
    return writer.finish(
        () ->
            writer
                .flag(DEAD, tensor == null)
                .number(SEND_START_MICROS, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))
                .tensor(TENSOR, tensor == null ? NOTHING : tensor));
  }

  static ReceivedTensor read(WireInput in, Allocator allocator) {
    List<Tensor> tensors = new ArrayList<>(1);
    boolean dead = false;
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        switch (WireInput.field(tag)) {
          case TENSOR -> tensors.add(StepMessages.tensor(in, tag, allocator));
          case DEAD -> dead = StepMessages.flag(in, tag);
          default -> in.skip(tag);
        }
      }
      if (tensors.size() > 1 || tensors.isEmpty() && !dead) {
        throw WeirException.invalidArgument("the answer has %d tensors, not one", tensors.size());
      }
    } catch (RuntimeException e) {
      StepMessages.release(tensors);
      throw e;
    }
    if (dead) {
      StepMessages.release(tensors);
      return ReceivedTensor.DEAD;
    }
    return new ReceivedTensor(tensors.getFirst());
  }
}
