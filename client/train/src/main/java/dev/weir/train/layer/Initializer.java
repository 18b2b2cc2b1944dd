package dev.weir.train.layer;

import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;

/** What a variable starts as. */
@FunctionalInterface
public interface Initializer {
  /** Builds the initial value of a variable of this shape. */
  Output of(Model model, Shape shape, DType dtype);

  /** All 0. */
  static Initializer zeros() {
    return constant(0);
  }

  /** All 1. */
  static Initializer ones() {
    return constant(1);
  }

  /** All the same number. */
  static Initializer constant(double value) {
    return (model, shape, dtype) ->
        model.ops().array.fill(sizes(model.ops(), shape), number(model.ops(), value, dtype));
  }

  /** Uniform between two numbers. */
  static Initializer uniform(double low, double high) {
    return (model, shape, dtype) -> {
      Ops ops = model.ops();
      Output unit = ops.random.randomUniform(sizes(ops, shape), dtype, model.seed());
      return ops.math.add(
          ops.math.mul(unit, number(ops, high - low, dtype)), number(ops, low, dtype));
    };
  }

  /** Normal with mean 0. */
  static Initializer normal(double deviation) {
    return (model, shape, dtype) ->
        model
            .ops()
            .math
            .mul(
                model
                    .ops()
                    .random
                    .randomStandardNormal(sizes(model.ops(), shape), dtype, model.seed()),
                number(model.ops(), deviation, dtype));
  }

  /** Normal with mean 0, drawn again beyond two deviations. */
  static Initializer truncatedNormal(double deviation) {
    return (model, shape, dtype) ->
        model
            .ops()
            .math
            .mul(
                model.ops().random.truncatedNormal(sizes(model.ops(), shape), dtype, model.seed()),
                number(model.ops(), deviation, dtype));
  }

  /** Glorot's: uniform within {@code √(6 / (fan in + fan out))}. */
  static Initializer glorotUniform() {
    return (model, shape, dtype) -> {
      double limit = Math.sqrt(6.0 / (fanIn(shape) + fanOut(shape)));
      return uniform(-limit, limit).of(model, shape, dtype);
    };
  }

  /** He's, for layers before a ReLU: truncated normal of variance {@code 2 / fan in}. */
  static Initializer heNormal() {
    return (model, shape, dtype) -> scaledNormal(2.0 / fanIn(shape)).of(model, shape, dtype);
  }

  /** LeCun's: truncated normal of variance {@code 1 / fan in}. */
  static Initializer lecunNormal() {
    return (model, shape, dtype) -> scaledNormal(1.0 / fanIn(shape)).of(model, shape, dtype);
  }

  /** Truncated normal of this variance; truncation makes it narrower, which is made up for. */
  private static Initializer scaledNormal(double variance) {
    return truncatedNormal(Math.sqrt(variance) / 0.87962566103423978);
  }

  private static double fanIn(Shape shape) {
    return shape.rank() < 2 ? 1 : field(shape) * shape.size(shape.rank() - 2);
  }

  private static double fanOut(Shape shape) {
    return shape.rank() < 1 ? 1 : field(shape) * shape.size(shape.rank() - 1);
  }

  private static double field(Shape shape) {
    double product = 1;
    for (int d = 0; d < shape.rank() - 2; d++) {
      product *= shape.size(d);
    }
    return product;
  }

  private static Output sizes(Ops ops, Shape shape) {
    int[] sizes = new int[shape.rank()];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Math.toIntExact(shape.size(d));
    }
    return ops.constant(sizes);
  }

  private static Output number(Ops ops, double value, DType dtype) {
    Tensor scalar = Tensor.allocate(dtype, Shape.scalar());
    scalar.setDouble(0, value);
    return ops.constant(scalar.freeze());
  }
}
