package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.protobuf.ProtobufCodec;
import dev.weir.cluster.internal.protobuf.ProtobufReader;
import dev.weir.cluster.internal.protobuf.ReceivedTensorMessages;
import dev.weir.cluster.internal.protobuf.RunCallableMessages;
import dev.weir.cluster.internal.protobuf.RunGraphMessages;
import dev.weir.cluster.internal.protobuf.RunStepMessages;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.schema.DataType;
import dev.weir.schema.RecvTensorResponse;
import dev.weir.schema.TensorProto;
import dev.weir.schema.TensorShapeProto;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Malicious messages: they are refused, and cost nothing. */
final class TestHostileMessages {
  private static final int MUTATIONS = 4000;
  private static final Tensor NUMBERS = Tensors.vector(1f, 2f, 3f);
  private static final Allocator ALLOCATOR = new CachingAllocator(1 << 30);
  private static final Tensor MANY = Tensors.zeros(DType.FLOAT64, Shape.of(20, 20));
  private static final List<NamedValue> NAMED =
      List.of(
          new NamedValue("a", NUMBERS),
          new NamedValue("many", MANY),
          new NamedValue("text", Tensors.vector("x", "yz")),
          new NamedValue("flag", Tensors.scalar(true)));

  @Test
  void mutatedMessagesAreReadOrRefused() throws IOException {
    StepResult result = new StepResult(NAMED, List.of());
    fuzz(
        RunStepMessages.REQUEST,
        new RunStep("s", NAMED, List.of("y:0"), List.of("t"), StepOptions.DEFAULT, "p", 1L << 60));
    fuzz(
        RunGraphMessages.REQUEST,
        new RunGraph("s", "g", 5, NAMED, List.of("k"), true, true, true, -1));
    fuzz(RunCallableMessages.REQUEST, new RunCallable("s", 7, List.of(NUMBERS, MANY), 1));
    fuzz(RunStepMessages.RESPONSE, result);
    fuzz(RunGraphMessages.RESPONSE, result);
    fuzz(RunCallableMessages.RESPONSE, result);
    fuzz(ReceivedTensorMessages.RESPONSE, new ReceivedTensor(MANY));
  }

  private static <T extends TensorCarrier> void fuzz(ProtobufCodec<T> codec, T message)
      throws IOException {
    Consumer<ProtobufReader> decode = in -> codec.decode(in, ALLOCATOR).release();
    byte[] valid = bytes(codec.encode(message));
    decode.accept(input(valid));
    long before = ALLOCATOR.usage().inUse();
    for (int seed = 0; seed < MUTATIONS; seed++) {
      byte[] mutated = mutate(valid, new Random(seed));
      try {
        decode.accept(input(mutated));
      } catch (WeirException expected) {
        assertThat(expected).as("seed %d", seed).hasMessageNotContaining("null");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    Leaks.assertInUse(ALLOCATOR, before + (1 << 20));
  }

  private static byte[] mutate(byte[] valid, Random random) {
    byte[] bytes = valid.clone();
    switch (random.nextInt(4)) {
      case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(20));
      default -> {
        for (int i = random.nextInt(4); i >= 0; i--) {
          int reach = random.nextBoolean() ? Math.min(60, bytes.length) : bytes.length;
          bytes[random.nextInt(reach)] = (byte) random.nextInt();
        }
      }
    }
    return bytes;
  }

  @Test
  void anyOrderAndTypedFieldsAreRead() {
    TensorProto.Builder floats =
        TensorProto.newBuilder().setDtype(DataType.DT_FLOAT).addFloatVal(1).addFloatVal(2);
    floats.setTensorShape(shape(2));
    assertThat(read(RecvTensorResponse.newBuilder().setTensor(floats).build()).getFloat(1))
        .isEqualTo(2);

    TensorProto content =
        TensorProto.newBuilder()
            .setTensorContent(ByteString.copyFrom(new byte[] {1, 0, 0, 0, 2, 0, 0, 0}))
            .build();
    TensorProto type =
        TensorProto.newBuilder().setDtype(DataType.DT_INT32).setTensorShape(shape(2)).build();
    ByteString backwards = content.toByteString().concat(type.toByteString());
    assertThat(readBytes(response(backwards)).getInt(1)).isEqualTo(2);

    TensorProto repeated =
        TensorProto.newBuilder()
            .setDtype(DataType.DT_INT64)
            .setTensorShape(shape(1000))
            .addInt64Val(7)
            .build();
    Tensor filled = read(RecvTensorResponse.newBuilder().setTensor(repeated).build());
    assertThat(filled.getLong(999)).isEqualTo(7);

    TensorProto zeros =
        TensorProto.newBuilder().setDtype(DataType.DT_INT64).setTensorShape(shape(3)).build();
    assertThat(read(RecvTensorResponse.newBuilder().setTensor(zeros).build()).getLong(2)).isZero();
  }

  @Test
  void refusesWhatDoesNotFit() {
    refuses(tensor(DataType.DT_FLOAT, new byte[8], 3), "takes 12 bytes, and the message has 8");
    refuses(tensor(DataType.DT_FLOAT, new byte[8], -2), "-2");
    refuses(tensor(DataType.DT_FLOAT, new byte[8], 1L << 62, 1L << 62), "more than 2^63");
    refuses(tensor(DataType.DT_FLOAT, new byte[8], 1L << 61), "too many elements");
    refuses(tensor(DataType.DT_FLOAT8_E5M2, new byte[8], 8), "24");
    refuses(tensor(DataType.DT_FLOAT_REF, new byte[4], 1), "101");
    refuses(tensor(DataType.DT_BOOL, new byte[] {0, 2}, 2), "bool elements must be 0 or 1");
    refuses(tensor(DataType.DT_INVALID, new byte[4], 1), "type");
    TensorProto.Builder unknown =
        TensorProto.newBuilder()
            .setDtype(DataType.DT_FLOAT)
            .setTensorShape(TensorShapeProto.newBuilder().setUnknownRank(true));
    refuses(unknown.build(), "rank");
    TensorProto.Builder huge =
        TensorProto.newBuilder()
            .setDtype(DataType.DT_FLOAT)
            .setTensorShape(shape(1L << 40))
            .addFloatVal(1);
    assertThatThrownBy(() -> read(RecvTensorResponse.newBuilder().setTensor(huge).build()))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
  }

  private static void refuses(TensorProto tensor, String because) {
    assertThatThrownBy(() -> read(RecvTensorResponse.newBuilder().setTensor(tensor).build()))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(because);
  }

  private static TensorProto tensor(DataType dtype, byte[] content, long... sizes) {
    return TensorProto.newBuilder()
        .setDtype(dtype)
        .setTensorShape(shape(sizes))
        .setTensorContent(ByteString.copyFrom(content))
        .build();
  }

  private static TensorShapeProto shape(long... sizes) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (long size : sizes) {
      shape.addDim(TensorShapeProto.Dim.newBuilder().setSize(size).setName("d"));
    }
    return shape.build();
  }

  private static Tensor read(MessageLite message) {
    return readBytes(message.toByteArray());
  }

  private static Tensor readBytes(byte[] bytes) {
    Tensor tensor = ReceivedTensorMessages.RESPONSE.decode(input(bytes), ALLOCATOR).tensor();
    assertThat(tensor).isNotNull();
    return tensor;
  }

  private static byte[] response(ByteString tensor) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(10);
    out.write(tensor.size());
    out.writeBytes(tensor.toByteArray());
    return out.toByteArray();
  }

  private static byte[] bytes(EncodedMessage message) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    message.writeTo(out);
    assertThat(out.size()).isEqualTo(message.size());
    message.close();
    return out.toByteArray();
  }

  private static ProtobufReader input(byte[] bytes) {
    InputStream in = new ByteArrayInputStream(bytes);
    return new ProtobufReader(in, bytes.length);
  }
}
