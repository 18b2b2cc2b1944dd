package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every dtype goes into TensorFlow and comes back bit by bit. */
final class TestTensorExchange {
  private static final List<Shape> SHAPES =
      List.of(Shape.scalar(), Shape.of(7), Shape.of(2, 3), Shape.of(0), Shape.of(2, 0, 3));

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STRING", "RESOURCE", "VARIANT"})
  void numbersComeBackAsTheyWere(DType dtype) {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(identity(dtype))) {
      for (Shape shape : SHAPES) {
        Tensor fed = randomBits(dtype, shape);
        Tensor fetched = throughIdentity(oracle, fed);
        assertThat(fetched.dtype()).isEqualTo(dtype);
        assertThat(fetched.shape()).isEqualTo(shape);
        assertThat(Buffer.mismatch(fed.buffer(), 0, fetched.buffer(), 0, fed.byteSize()))
            .isEqualTo(-1);
      }
    }
  }

  @Test
  void stringsAreBytesOfAnyLength() {
    byte[][] strings = {
      {},
      {0},
      {(byte) 0xff, (byte) 0xfe, 0, (byte) 0x80},
      new byte[22],
      new byte[23],
      new byte[70_000]
    };
    new Random(1).nextBytes(strings[5]);
    Tensor fed = Tensor.allocate(DType.STRING, Shape.of(2, 3));
    for (int i = 0; i < strings.length; i++) {
      fed.setBytes(i, strings[i]);
    }
    try (TensorFlowOracle oracle = TensorFlowOracle.of(identity(DType.STRING))) {
      Tensor fetched = throughIdentity(oracle, fed.freeze());
      assertThat(fetched.shape()).isEqualTo(Shape.of(2, 3));
      for (int i = 0; i < strings.length; i++) {
        assertThat(fetched.getBytes(i)).isEqualTo(strings[i]);
      }
    }
  }

  @Test
  void stringTensorsMayBeScalarOrEmpty() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(identity(DType.STRING))) {
      assertThat(throughIdentity(oracle, Tensors.scalar("Wehr")).getString(0)).isEqualTo("Wehr");
      Tensor empty = throughIdentity(oracle, Tensor.allocate(DType.STRING, Shape.of(3, 0)));
      assertThat(empty.shape()).isEqualTo(Shape.of(3, 0));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESOURCE", "VARIANT"})
  void handlesAreNeitherFedNorFetched(DType dtype) {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(identity(dtype))) {
      Tensor handle = Tensor.allocate(dtype, Shape.scalar());
      assertThatThrownBy(() -> oracle.run(Map.of("x", handle), List.of(), List.of("y")))
          .isInstanceOf(WeirException.class)
          .hasMessage("a %s of TensorFlow's cannot be fed", dtype);
      assertThatThrownBy(() -> oracle.run(Map.of(), List.of("y:0"), List.of()))
          .isInstanceOf(WeirException.class)
          .hasMessage("a %s of TensorFlow's cannot be fetched: y:0", dtype);
    }
  }

  private static byte[] identity(DType dtype) {
    return new Graphs()
        .placeholder("x", dtype, Shape.unknown())
        .typed("y", "Identity", dtype, "x")
        .serialized();
  }

  private static Tensor throughIdentity(TensorFlowOracle oracle, Tensor fed) {
    return oracle.run(Map.of("x", fed), List.of("y"), List.of()).getFirst();
  }

  /** Any bits, not-a-numbers with payloads among them; of a bool only 0 and 1 are values. */
  private static Tensor randomBits(DType dtype, Shape shape) {
    Tensor tensor = Tensor.allocate(dtype, shape);
    Random random = new Random(dtype.number());
    for (long i = 0; i < tensor.byteSize(); i++) {
      int bits = dtype == DType.BOOL ? random.nextInt(2) : random.nextInt(256);
      tensor.buffer().setByte(i, (byte) bits);
    }
    return tensor.freeze();
  }
}
