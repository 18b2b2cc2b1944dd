package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.math.DoubleArc;
import dev.weir.kernels.vector.internal.math.DoubleSine;
import dev.weir.kernels.vector.internal.math.FloatArc;
import dev.weir.kernels.vector.internal.math.FloatSine;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.function.DoubleUnaryOperator;
import jdk.incubator.vector.DoubleVector;

/**
 * Trigonometric functions and their inverses; those of floats too are computed in double precision,
 * which makes their results right but for a rare last bit.
 */
final class TrigonometryKernels {
  private TrigonometryKernels() {}

  static void addTo(KernelTable table) {
    floats(new ElementwiseTable<>(table, DType.FLOAT32, Element.WIDE_FLOAT));
    doubles(new ElementwiseTable<>(table, DType.FLOAT64, Element.DOUBLE));
    new ElementwiseTable<>(table, DType.BFLOAT16, Element.BFLOAT16)
        .costlyBinary("Atan2", null, FloatArc::atan2);
    new ElementwiseTable<>(table, DType.FLOAT16, Element.HALF)
        .costlyBinary("Atan2", null, FloatArc::atan2);
  }

  private static void floats(ElementwiseTable<Double> ops) {
    if (Fma.isFused()) { // the reduction of arguments relies on it
      unary(ops, "Sin", FloatSine::sin, FloatSine::sin);
      unary(ops, "Cos", FloatSine::cos, FloatSine::cos);
      unary(ops, "Tan", FloatSine::tan, FloatSine::tan);
    }
    arcs(ops);
    unary(ops, "Atan", FloatArc::atan, FloatArc::atan);
    ops.costlyBinary(
        "Atan2", (y, x) -> FloatArc.atan2((DoubleVector) y, (DoubleVector) x), FloatArc::atan2);
  }

  private static void doubles(ElementwiseTable<Double> ops) {
    if (Fma.isFused()) {
      unary(ops, "Sin", DoubleSine::sin, DoubleSine::sin);
      unary(ops, "Cos", DoubleSine::cos, DoubleSine::cos);
      unary(ops, "Tan", DoubleSine::tan, DoubleSine::tan);
    }
    arcs(ops);
    unary(ops, "Atan", DoubleArc::atan, DoubleArc::atan);
    ops.costlyBinary(
        "Atan2", (y, x) -> DoubleArc.atan2((DoubleVector) y, (DoubleVector) x), DoubleArc::atan2);
  }

  private static void arcs(ElementwiseTable<Double> ops) {
    unary(ops, "Asin", DoubleArc::asin, DoubleArc::asin);
    unary(ops, "Acos", DoubleArc::acos, DoubleArc::acos);
  }

  /** A function of double vectors. */
  private interface Function {
    DoubleVector apply(DoubleVector x);
  }

  private static void unary(
      ElementwiseTable<Double> ops, String op, Function vectors, DoubleUnaryOperator scalars) {
    ops.costly(op, new RealFunctions.Function<>(x -> vectors.apply((DoubleVector) x), scalars));
  }
}
