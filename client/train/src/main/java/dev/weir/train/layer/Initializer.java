package dev.weir.train.layer;

import dev.weir.checkpoint.TensorSlice;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;
import java.util.ArrayList;
import java.util.List;

/**
 * What a variable starts as. The numbers and their bounds are those of TensorFlow's and Keras's.
 */
@FunctionalInterface
public interface Initializer {
  /** Builds the initial value of a variable of this shape. */
  Output of(Model model, Shape shape, DType dtype);

  /** Builds the initial values of a variable that is kept in parts. By default, cuts the whole. */
  default List<Output> ofParts(Model model, Shape whole, List<TensorSlice> parts, DType dtype) {
    Ops ops = model.ops();
    Output all = of(model, whole, dtype);
    List<Output> cut = new ArrayList<>();
    for (TensorSlice part : parts) {
      int[] start = new int[part.rank()];
      for (int d = 0; d < start.length; d++) {
        start[d] = Math.toIntExact(part.start(d));
      }
      Shape size = part.shapeIn(whole);
      cut.add(ops.array.slice(all, ops.constant(start), sizes(ops, size)));
    }
    return cut;
  }

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
    return each(
        (model, shape, dtype) ->
            model.ops().array.fill(sizes(model.ops(), shape), number(model.ops(), value, dtype)));
  }

  /** Uniform between two numbers, the upper one excluded. */
  static Initializer uniform(double low, double high) {
    if (!(low <= high)) {
      throw WeirException.invalidArgument(
          "the lower bound is not above the upper one, got %s and %s", low, high);
    }
    return each(
        (model, shape, dtype) -> {
          Ops ops = model.ops();
          Output unit = ops.random.randomUniform(sizes(ops, shape), dtype, model.seed());
          return ops.math.add(
              ops.math.mul(unit, number(ops, high - low, dtype)), number(ops, low, dtype));
        });
  }

  /** Normal with mean 0. */
  static Initializer normal(double deviation) {
    return normal(0, deviation);
  }

  /** Normal. */
  static Initializer normal(double mean, double deviation) {
    requireDeviation(deviation);
    return each(
        (model, shape, dtype) -> {
          Ops ops = model.ops();
          Output unit = ops.random.randomStandardNormal(sizes(ops, shape), dtype, model.seed());
          return moved(ops, unit, mean, deviation);
        });
  }

  /** Normal with mean 0, drawn again beyond two deviations. */
  static Initializer truncatedNormal(double deviation) {
    return truncatedNormal(0, deviation);
  }

  /** Normal, drawn again beyond two deviations from the mean. */
  static Initializer truncatedNormal(double mean, double deviation) {
    requireDeviation(deviation);
    return each(
        (model, shape, dtype) -> {
          Ops ops = model.ops();
          Output unit = ops.random.truncatedNormal(sizes(ops, shape), dtype, model.seed());
          return moved(ops, unit, mean, deviation);
        });
  }

  /** Random with mean 0 and a variance that follows from the shape of the variable. */
  static Initializer varianceScaling(
      double scale, VarianceScaling.Mode mode, VarianceScaling.Distribution distribution) {
    return new VarianceScaling(scale, mode, distribution);
  }

  /** Glorot's: uniform within {@code √(6 / (fan in + fan out))}. */
  static Initializer glorotUniform() {
    return varianceScaling(
        1, VarianceScaling.Mode.FAN_AVERAGE, VarianceScaling.Distribution.UNIFORM);
  }

  /** Glorot's: truncated normal of variance {@code 2 / (fan in + fan out)}. */
  static Initializer glorotNormal() {
    return varianceScaling(
        1, VarianceScaling.Mode.FAN_AVERAGE, VarianceScaling.Distribution.TRUNCATED_NORMAL);
  }

  /** He's, for layers before a ReLU: uniform within {@code √(6 / fan in)}. */
  static Initializer heUniform() {
    return varianceScaling(2, VarianceScaling.Mode.FAN_IN, VarianceScaling.Distribution.UNIFORM);
  }

  /** He's, for layers before a ReLU: truncated normal of variance {@code 2 / fan in}. */
  static Initializer heNormal() {
    return varianceScaling(
        2, VarianceScaling.Mode.FAN_IN, VarianceScaling.Distribution.TRUNCATED_NORMAL);
  }

  /** LeCun's: uniform within {@code √(3 / fan in)}. */
  static Initializer lecunUniform() {
    return varianceScaling(1, VarianceScaling.Mode.FAN_IN, VarianceScaling.Distribution.UNIFORM);
  }

  /** LeCun's: truncated normal of variance {@code 1 / fan in}. */
  static Initializer lecunNormal() {
    return varianceScaling(
        1, VarianceScaling.Mode.FAN_IN, VarianceScaling.Distribution.TRUNCATED_NORMAL);
  }

  /**
   * A random matrix whose columns, or rows where there are fewer of them, are orthogonal and have
   * length {@code gain}. All dimensions but the last count as rows.
   *
   * @see <a href="https://arxiv.org/abs/1312.6120">Saxe, McClelland and Ganguli 2014</a>
   */
  static Initializer orthogonal(double gain) {
    return new Orthogonal(gain);
  }

  /** A matrix with {@code gain} on the diagonal and 0 elsewhere; it need not be square. */
  static Initializer identity(double gain) {
    return (model, shape, dtype) -> {
      Shapes.requireMatrix("an identity", shape);
      Tensor matrix = Tensor.allocate(dtype, shape);
      long columns = shape.size(1);
      for (long i = 0; i < Math.min(shape.size(0), columns); i++) {
        matrix.setDouble(i * columns + i, gain);
      }
      return model.ops().constant(matrix.freeze());
    };
  }

  /** One whose elements do not depend on each other: a part is made like a whole. */
  private static Initializer each(Initializer elements) {
    return new Initializer() {
      @Override
      public Output of(Model model, Shape shape, DType dtype) {
        return elements.of(model, shape, dtype);
      }

      @Override
      public List<Output> ofParts(Model model, Shape whole, List<TensorSlice> parts, DType dtype) {
        return parts.stream().map(part -> of(model, part.shapeIn(whole), dtype)).toList();
      }
    };
  }

  private static void requireDeviation(double deviation) {
    if (!(deviation >= 0)) {
      throw WeirException.invalidArgument("a standard deviation is not below 0, got %s", deviation);
    }
  }

  private static Output moved(Ops ops, Output unit, double mean, double deviation) {
    Output scaled = ops.math.mul(unit, number(ops, deviation, unit.dtype()));
    return mean == 0 ? scaled : ops.math.add(scaled, number(ops, mean, unit.dtype()));
  }

  private static Output sizes(Ops ops, Shape shape) {
    return Shapes.sizes(ops, shape);
  }

  private static Output number(Ops ops, double value, DType dtype) {
    return Shapes.number(ops, value, dtype);
  }
}
