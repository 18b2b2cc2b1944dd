package dev.weir.cluster.internal.protobuf;

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
 * The codec for {@code RecvTensorResponse}. The tensor is written last, as TensorFlow does, so that
 * a reader knows all other fields before the elements begin. A dead value has a tensor without
 * elements.
 */
public final class ReceivedTensorMessages {
  private static final int TENSOR = 1;
  private static final int DEAD = 2;
  private static final int SEND_START_MICROS = 3;

  private static final Tensor NOTHING = Tensor.allocate(DType.FLOAT32, Shape.of(0)).freeze();

  public static final ProtobufCodec<ReceivedTensor> RESPONSE =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(ReceivedTensor received) {
          return write(received);
        }

        @Override
        public ReceivedTensor decode(ProtobufReader in, Allocator allocator) {
          return read(in, allocator);
        }
      };

  private ReceivedTensorMessages() {}

  private static EncodedMessage write(ReceivedTensor received) {
    ProtobufWriter writer = new ProtobufWriter();
    Tensor tensor = received.tensor();
    return writer.finish(
        () ->
            writer
                .flag(DEAD, tensor == null)
                .number(SEND_START_MICROS, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))
                .tensor(TENSOR, tensor == null ? NOTHING : tensor));
  }

  private static ReceivedTensor read(ProtobufReader in, Allocator allocator) {
    List<Tensor> tensors = new ArrayList<>(1);
    boolean dead = false;
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        switch (ProtobufReader.field(tag)) {
          case TENSOR -> tensors.add(ProtobufFields.tensor(in, tag, allocator));
          case DEAD -> dead = ProtobufFields.flag(in, tag);
          default -> in.skip(tag);
        }
      }
      if (tensors.size() > 1 || tensors.isEmpty() && !dead) {
        throw WeirException.invalidArgument(
            "a RecvTensor response must have one tensor, got %d", tensors.size());
      }
    } catch (RuntimeException e) {
      ProtobufFields.release(tensors);
      throw e;
    }
    if (dead) {
      ProtobufFields.release(tensors);
      return ReceivedTensor.DEAD;
    }
    return new ReceivedTensor(tensors.getFirst());
  }
}
