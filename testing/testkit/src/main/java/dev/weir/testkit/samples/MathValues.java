package dev.weir.testkit.samples;

import dev.weir.graph.AttrValue;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Numbers worth trying, and samples that several classes of samples share. */
final class MathValues {
  static final double INF = Double.POSITIVE_INFINITY;
  static final double NAN = Double.NaN;

  static final DType[] REAL = {DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64};
  static final DType[] COMPLEX = {DType.COMPLEX64, DType.COMPLEX128};
  static final DType[] INTEGER = {
    DType.INT8,
    DType.INT16,
    DType.INT32,
    DType.INT64,
    DType.UINT8,
    DType.UINT16,
    DType.UINT32,
    DType.UINT64
  };

  private MathValues() {}

  /** Real numbers of all kinds, both zeros, both infinities and NaN. */
  static Values edges() {
    return Values.vector(
        -INF, -30, -6, -2.5, -1.5, -1, -0.75, -0.5, -1e-3, -0.0, 0, 1e-3, 0.25, 0.5, 1, 1.5, 2, 2.5,
        3.5, 6, 7, 30, INF, NAN);
  }

  /** Complex numbers in every direction, on the axes and small. */
  static Values complexNumbers() {
    return Values.complex(
        Shape.of(12),
        new double[] {
          1, 2, -1, 0.5, -0.25, -3, 0.75, -0.5, 2, 0, -2, 0.25, 0, 1.5, 0, -0.5, 1e-3, 2e-3, 3, 4,
          -2.5, -2.5, 0.5, 0
        });
  }

  /** Other complex numbers, as many. */
  static Values otherComplexNumbers() {
    return Values.complex(
        Shape.of(12),
        new double[] {
          0.5, -1, 2, 2, -1.5, 0.25, 0.1, 0.2, 3, 0, 1, 0.5, 0.5, 1, 2, 0, -1, 0.5, 0.25, 1, 1, -1,
          2, -0.75
        });
  }

  /** The smallest and largest integers of a type, and those around 0. */
  static Values extremes() {
    return dtype -> {
      int bits = 8 * dtype.byteSize();
      long least = dtype.isUnsigned() ? 0 : -1L << (bits - 1);
      long most = dtype.isUnsigned() ? -1L >>> (64 - bits) : (1L << (bits - 1)) - 1;
      return integers(dtype, least, least + 1, -1, 0, 1, 2, 6, 7, most - 1, most);
    };
  }

  /** Integers, of which a type keeps the low bits. */
  static Tensor integers(DType dtype, long... numbers) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(numbers.length));
    for (int i = 0; i < numbers.length; i++) {
      tensor.setLong(i, numbers[i]);
    }
    return tensor.freeze();
  }

  /** A sample in the floating-point types. */
  static OpSample real(String op) {
    return OpSample.of(op).named("real").types("T", REAL);
  }

  /**
   * Samples in each floating-point type that may differ by some units in the last place of the
   * result, or of 1: for functions whose results TensorFlow computes by a subtraction that cancels.
   */
  static List<OpSample> cancelling(String op, int ulps, int unitsOfOne, Values... inputs) {
    List<OpSample> samples = new ArrayList<>();
    for (DType dtype : typesOf(op)) {
      double unit =
          switch (dtype) {
            case FLOAT16 -> 0x1p-10;
            case BFLOAT16 -> 0x1p-7;
            case FLOAT32 -> 0x1p-23;
            default -> 0x1p-52;
          };
      OpSample sample = OpSample.of(op).named("" + dtype).types("T", dtype);
      for (Values values : inputs) {
        sample.input(values);
      }
      samples.add(sample.within(new Tolerance(ulps, unitsOfOne * unit, 0)));
    }
    return samples;
  }

  private static List<DType> typesOf(String op) {
    List<DType> types = new ArrayList<>();
    Signature.Attr attr = OpRegistry.standard().get(op).signature().attr("T");
    for (AttrValue allowed : Objects.requireNonNull(attr).allowed()) {
      types.add(((AttrValue.TypeValue) allowed).value());
    }
    return types;
  }

  /** A sample in the complex types. */
  static OpSample complex(String op) {
    return OpSample.of(op).named("complex").types("T", COMPLEX);
  }

  /** A sample in the integer types. */
  static OpSample integer(String op) {
    return OpSample.of(op).named("integers").types("T", INTEGER);
  }
}
