package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.math.FloatErf;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Activations and the functions they are made of; their gradients are in {@link
 * ActivationGradientKernels}.
 */
final class ActivationKernels {
  /** λ and λα of the scaled exponential linear unit. */
  static final double SELU_SCALE = 1.0507009873554805;

  static final double SELU_SCALE_ALPHA = 1.7580993408473768;

  private ActivationKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEachReal(
        new ElementTypes.Real() {
          @Override
          public <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> real) {
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            functions(ops, real);
            exponentialUnits(ops, real.expm1());
            rectifiers(ops);
          }
        });
    new ElementwiseTable<>(table, DType.FLOAT32, Element.WIDE_FLOAT)
        .costly(
            "Erf",
            new RealFunctions.Function<>(x -> FloatErf.erf((DoubleVector) x), FloatErf::erf));
  }

  private static <T> void functions(ElementwiseTable<T> ops, RealFunctions<T> functions) {
    ops.costly("Exp", functions.exp());
    ops.costly("Expm1", functions.expm1());
    ops.costly("Log", functions.log());
    ops.costly("Log1p", functions.log1p());
    ops.costly("Softplus", functions.softplus());
    ops.costly("Tanh", functions.tanh());
    ops.costly("Sigmoid", functions.sigmoid());
  }

  private static <T> void exponentialUnits(
      ElementwiseTable<T> ops, RealFunctions.Function<T> expm1) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> scale = element.all(SELU_SCALE);
    Vector<T> scaleAlpha = element.all(SELU_SCALE_ALPHA);
    double roundedScale = element.round(SELU_SCALE);
    double roundedScaleAlpha = element.round(SELU_SCALE_ALPHA);
    ops.costly(
        "Elu",
        new RealFunctions.Function<>(
            x -> expm1.vectors().apply(x).blend(x, x.compare(VectorOperators.GT, zero)),
            x -> x > 0 ? x : expm1.scalars().applyAsDouble(x)));
    ops.costly(
        "Selu",
        new RealFunctions.Function<>(
            x ->
                expm1
                    .vectors()
                    .apply(x)
                    .mul(scaleAlpha)
                    .blend(x.mul(scale), x.compare(VectorOperators.GT, zero)),
            x -> x > 0 ? roundedScale * x : roundedScaleAlpha * expm1.scalars().applyAsDouble(x)));
  }

  private static <T> void rectifiers(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> six = element.all(6);
    ops.unary("Relu", x -> x.max(zero), x -> Math.max(x, 0));
    ops.unary("Relu6", x -> x.max(zero).min(six), x -> Math.min(Math.max(x, 0), 6));
    ops.unary("Softsign", x -> x.div(x.abs().add(one)), x -> x / element.round(Math.abs(x) + 1));
    ops.table()
        .addCached("LeakyRelu", ops.dtype(), ActivationKernels::alpha, alpha -> leaky(ops, alpha));
  }

  /** The slope below zero. */
  static Float alpha(KernelSpec spec) {
    return spec.attrs().floating("alpha");
  }

  private static <T> UnaryVectorKernel leaky(ElementwiseTable<T> ops, float alpha) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> slope = ops.element().all(alpha);
    return ops.kernel(
        x -> x.mul(slope).blend(x, x.compare(VectorOperators.GT, zero)),
        ScalarFunctions.Unary.of(x -> x > 0 ? x : alpha * x),
        Grain.CHEAP);
  }
}
