package dev.weir.kernels.vector;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/** Activations, the functions they are made of, and their gradients. */
final class Activations {
  private Activations() {}

  static void addTo(KernelTable table) {
    Elementwise<Float> floats = new Elementwise<>(table, DType.FLOAT32, Element.FLOAT);
    Elementwise<Double> doubles = new Elementwise<>(table, DType.FLOAT64, Element.DOUBLE);
    functionsOfFloats(floats);
    functionsOfDoubles(doubles);
    rectifiers(floats);
    rectifiers(doubles);
    leaky(floats);
    leaky(doubles);
    gradients(floats);
    gradients(doubles);
  }

  private static void functionsOfFloats(Elementwise<Float> ops) {
    ops.costly("Exp", x -> FloatExp.exp((FloatVector) x), x -> FloatMath.exp((float) x));
    ops.costly("Log", x -> FloatLog.log((FloatVector) x), x -> FloatMath.log((float) x));
    ops.costly("Tanh", x -> FloatExp.tanh((FloatVector) x), x -> FloatMath.tanh((float) x));
    ops.costly(
        "Sigmoid", x -> FloatExp.sigmoid((FloatVector) x), x -> FloatMath.sigmoid((float) x));
  }

  private static void functionsOfDoubles(Elementwise<Double> ops) {
    ops.costly("Exp", x -> DoubleExp.exp((DoubleVector) x), DoubleMath::exp);
    ops.costly("Log", x -> DoubleLog.log((DoubleVector) x), DoubleMath::log);
    ops.costly("Tanh", x -> DoubleExp.tanh((DoubleVector) x), DoubleMath::tanh);
    ops.costly("Sigmoid", x -> DoubleExp.sigmoid((DoubleVector) x), DoubleMath::sigmoid);
  }

  private static <T> void rectifiers(Elementwise<T> ops) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> six = ops.element().all(6);
    ops.unary("Relu", x -> x.max(zero), x -> Math.max(x, 0));
    ops.unary("Relu6", x -> x.max(zero).min(six), x -> Math.min(Math.max(x, 0), 6));
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
  }

  private static <T> void leaky(Elementwise<T> ops) {
    ops.table().addCached("LeakyRelu", ops.dtype(), Activations::alpha, alpha -> leaky(ops, alpha));
    ops.table()
        .addCached(
            "LeakyReluGrad", ops.dtype(), Activations::alpha, alpha -> leakyGradient(ops, alpha));
  }

  private static Float alpha(KernelSpec spec) {
    return spec.attrs().floating("alpha");
  }

  private static <T> UnaryVectorKernel leaky(Elementwise<T> ops, float alpha) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> slope = ops.element().all(alpha);
    return ops.kernel(
        x -> x.mul(slope).blend(x, x.compare(VectorOperators.GT, zero)),
        Scalars.Unary.of(x -> x > 0 ? x : alpha * x),
        Grain.CHEAP);
  }

  private static <T> BinaryVectorKernel leakyGradient(Elementwise<T> ops, float alpha) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> slope = ops.element().all(alpha);
    return ops.kernel(
        (gradient, feature) ->
            gradient.mul(slope).blend(gradient, feature.compare(VectorOperators.GT, zero)),
        Scalars.Binary.of((gradient, feature) -> feature > 0 ? gradient : alpha * gradient));
  }

  /** From the result y of the function and the gradient dy that comes back. */
  private static <T> void gradients(Elementwise<T> ops) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> two = element.all(2);
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
    for (String op : List.of("ReciprocalGrad", "InvGrad")) {
      ops.binary(
          op,
          (y, dy) -> dy.neg().mul(y).mul(y).blend(zero, dy.compare(VectorOperators.EQ, zero)),
          (y, dy) -> dy == 0 ? 0 : element.round(-dy * y) * y);
    }
  }
}
