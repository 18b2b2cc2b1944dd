package dev.weir.kernels.vector;

import dev.weir.tensor.DType;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/** Activations, the functions they are made of, and their gradients. */
final class Activations {
  private Activations() {}

  static void addTo(KernelTable table) {
    floats(new Elementwise<>(table, DType.FLOAT32, Element.FLOAT));
    doubles(new Elementwise<>(table, DType.FLOAT64, Element.DOUBLE));
    rectifiers(new Elementwise<>(table, DType.FLOAT32, Element.FLOAT));
    rectifiers(new Elementwise<>(table, DType.FLOAT64, Element.DOUBLE));
    gradients(new Elementwise<>(table, DType.FLOAT32, Element.FLOAT));
    gradients(new Elementwise<>(table, DType.FLOAT64, Element.DOUBLE));
    leaky(table, DType.FLOAT32, Element.FLOAT);
    leaky(table, DType.FLOAT64, Element.DOUBLE);
  }

  private static void floats(Elementwise<Float> ops) {
    ops.costly("Exp", x -> FloatExp.exp((FloatVector) x));
    ops.costly("Log", x -> FloatLog.log((FloatVector) x));
    ops.costly("Tanh", x -> FloatExp.tanh((FloatVector) x));
    ops.costly("Sigmoid", x -> FloatExp.sigmoid((FloatVector) x));
  }

  private static void doubles(Elementwise<Double> ops) {
    ops.costly("Exp", x -> DoubleExp.exp((DoubleVector) x));
    ops.costly("Log", x -> DoubleLog.log((DoubleVector) x));
    ops.costly("Tanh", x -> DoubleExp.tanh((DoubleVector) x));
    ops.costly("Sigmoid", x -> DoubleExp.sigmoid((DoubleVector) x));
  }

  private static <T> void rectifiers(Elementwise<T> ops) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> six = ops.element().all(6);
    ops.unary("Relu", x -> x.max(zero));
    ops.unary("Relu6", x -> x.max(zero).min(six));
    ops.binary(
        "ReluGrad",
        (gradient, feature) -> zero.blend(gradient, feature.compare(VectorOperators.GT, zero)));
    ops.binary(
        "Relu6Grad",
        (gradient, feature) ->
            zero.blend(
                gradient,
                feature
                    .compare(VectorOperators.GT, zero)
                    .and(feature.compare(VectorOperators.LT, six))));
  }

  /** From the result y of the function and the gradient dy that comes back. */
  private static <T> void gradients(Elementwise<T> ops) {
    Vector<T> one = ops.element().all(1);
    Vector<T> two = ops.element().all(2);
    ops.binary("TanhGrad", (y, dy) -> dy.mul(one.sub(y.mul(y))));
    ops.binary("SigmoidGrad", (y, dy) -> dy.mul(y).mul(one.sub(y)));
    ops.binary("SqrtGrad", (y, dy) -> dy.div(y.mul(two)));
    ops.binary("ReciprocalGrad", (y, dy) -> dy.neg().mul(y).mul(y));
    ops.binary("InvGrad", (y, dy) -> dy.neg().mul(y).mul(y));
  }

  private static <T> void leaky(KernelTable table, DType dtype, Element<T> element) {
    Elementwise<T> ops = new Elementwise<>(table, dtype, element);
    Vector<T> zero = element.all(0);
    table.add(
        "LeakyRelu",
        dtype,
        spec -> {
          Vector<T> alpha = number(element, spec.attrs().floating("alpha"));
          return ops.kernel(
              x -> x.mul(alpha).blend(x, x.compare(VectorOperators.GT, zero)), Grain.CHEAP);
        });
    table.add(
        "LeakyReluGrad",
        dtype,
        spec -> {
          Vector<T> alpha = number(element, spec.attrs().floating("alpha"));
          return ops.kernel(
              (gradient, feature) ->
                  gradient.mul(alpha).blend(gradient, feature.compare(VectorOperators.GT, zero)));
        });
  }

  private static <T> Vector<T> number(Element<T> element, float value) {
    Vector<?> all =
        element == Element.FLOAT
            ? FloatVector.broadcast(Lanes.FLOAT, value)
            : DoubleVector.broadcast(Lanes.DOUBLE, value);
    return all.check(element.species());
  }
}
