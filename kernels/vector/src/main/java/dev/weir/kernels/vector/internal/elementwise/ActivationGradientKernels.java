package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import java.util.List;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/** Gradients of activations and of functions of one operand. */
final class ActivationGradientKernels {
  private ActivationGradientKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEachReal(
        new ElementTypes.Real() {
          @Override
          public <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> real) {
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            rectifiers(ops);
            exponentialUnits(ops);
            fromFeatures(ops, real.expOfNegative());
            fromResults(ops);
          }
        });
  }

  /** From the gradient of the result and the operand of the function. */
  private static <T> void rectifiers(ElementwiseTable<T> ops) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> six = ops.element().all(6);
    ops.binary(
        "ReluGrad",
        (gradient, feature) ->
            gradient.mul(zero).blend(gradient, feature.compare(VectorOperators.GT, zero)),
        (gradient, feature) -> feature > 0 ? gradient : gradient * 0);
    ops.binary(
        "Relu6Grad",
        (gradient, feature) ->
            gradient
                .mul(zero)
                .blend(
                    gradient,
                    feature
                        .compare(VectorOperators.GT, zero)
                        .and(feature.compare(VectorOperators.LT, six))),
        (gradient, feature) -> feature > 0 && feature < 6 ? gradient : gradient * 0);
    ops.table()
        .addCached(
            "LeakyReluGrad",
            ops.dtype(),
            ActivationKernels::alpha,
            alpha -> leakyGradient(ops, alpha));
  }

  private static <T> BinaryVectorKernel leakyGradient(ElementwiseTable<T> ops, float alpha) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> slope = ops.element().all(alpha);
    return ops.kernel(
        (gradient, feature) ->
            gradient.mul(slope).blend(gradient, feature.compare(VectorOperators.GT, zero)),
        ScalarFunctions.Binary.of((gradient, feature) -> feature > 0 ? gradient : alpha * gradient),
        Grain.CHEAP);
  }

  /** From the gradient and the result. */
  private static <T> void exponentialUnits(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> scale = element.all(ActivationKernels.SELU_SCALE);
    Vector<T> scaleAlpha = element.all(ActivationKernels.SELU_SCALE_ALPHA);
    double roundedScale = element.round(ActivationKernels.SELU_SCALE);
    double roundedScaleAlpha = element.round(ActivationKernels.SELU_SCALE_ALPHA);
    ops.binary(
        "EluGrad",
        (gradient, y) ->
            gradient.blend(gradient.mul(y.add(one)), y.compare(VectorOperators.LT, zero)),
        (gradient, y) -> y < 0 ? gradient * element.round(y + 1) : gradient);
    ops.binary(
        "SeluGrad",
        (gradient, y) ->
            gradient.mul(scale.blend(y.add(scaleAlpha), y.compare(VectorOperators.LT, zero))),
        (gradient, y) -> gradient * (y < 0 ? element.round(y + roundedScaleAlpha) : roundedScale));
  }

  private static <T> void fromFeatures(ElementwiseTable<T> ops, RealFunctions.Function<T> exp) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    ops.costlyBinary(
        "SoftplusGrad",
        (gradient, feature) -> {
          Vector<T> small = exp.vectors().apply(feature.abs().neg());
          Vector<T> numerator = one.blend(small, feature.compare(VectorOperators.LT, zero));
          return gradient.mul(numerator).div(small.add(one));
        },
        (gradient, feature) -> {
          double small = exp.scalars().applyAsDouble(-Math.abs(feature));
          return element.round(gradient * (feature < 0 ? small : 1)) / element.round(small + 1);
        });
    ops.binary(
        "SoftsignGrad",
        (gradient, feature) -> {
          Vector<T> size = feature.abs().add(one);
          return gradient.div(size).div(size);
        },
        (gradient, feature) -> {
          double size = element.round(Math.abs(feature) + 1);
          return element.round(gradient / size) / size;
        });
  }

  /** From the result y of the function and its gradient dy. */
  private static <T> void fromResults(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> two = element.all(2);
    Vector<T> minusHalf = element.all(-0.5);
    ops.binary(
        "TanhGrad",
        (y, dy) -> dy.mul(one.sub(y.mul(y))),
        (y, dy) -> dy * element.round(1 - element.round(y * y)));
    ops.binary(
        "SigmoidGrad",
        (y, dy) -> dy.mul(y).mul(one.sub(y)),
        (y, dy) -> element.round(dy * y) * element.round(1 - y));
    ops.binary(
        "SqrtGrad",
        (y, dy) -> dy.div(y.mul(two)).blend(zero, dy.compare(VectorOperators.EQ, zero)),
        (y, dy) -> dy == 0 ? 0 : dy / (2 * y));
    ops.binary(
        "RsqrtGrad",
        (y, dy) ->
            dy.mul(minusHalf)
                .mul(y)
                .mul(y.mul(y))
                .blend(zero, dy.compare(VectorOperators.EQ, zero)),
        (y, dy) ->
            dy == 0 ? 0 : element.round(element.round(dy * -0.5) * y) * element.round(y * y));
    for (String op : List.of("ReciprocalGrad", "InvGrad")) {
      ops.binary(
          op,
          (y, dy) -> dy.neg().mul(y).mul(y).blend(zero, dy.compare(VectorOperators.EQ, zero)),
          (y, dy) -> dy == 0 ? 0 : element.round(-dy * y) * y);
    }
  }
}
