package dev.weir.train.layer;

import dev.weir.checkpoint.TensorSlice;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import java.util.List;

/**
 * Random numbers with mean 0 and variance {@code scale / fan}, where the fan is how many numbers a
 * unit takes in, how many units take a number, or the mean of the two. A convolution's fans count
 * every place of its window.
 *
 * @param scale above 0
 * @param mode which fan
 * @param distribution how they are distributed
 */
public record VarianceScaling(double scale, Mode mode, Distribution distribution)
    implements Initializer {
  /** By what the variance is divided. */
  public enum Mode {
    FAN_IN,
    FAN_OUT,
    FAN_AVERAGE
  }

  /** How numbers are distributed. */
  public enum Distribution {
    /** Normal, drawn again beyond two deviations, and wider so that the variance is as wanted. */
    TRUNCATED_NORMAL,
    UNTRUNCATED_NORMAL,
    UNIFORM
  }

  /** The standard deviation of a standard normal distribution that is truncated at 2. */
  private static final double TRUNCATED_DEVIATION = 0.87962566103423978;

  public VarianceScaling {
    if (!(scale > 0)) {
      throw WeirException.invalidArgument("the scale of a variance is above 0, got %s", scale);
    }
  }

  @Override
  public Output of(Model model, Shape shape, DType dtype) {
    return elements(shape).of(model, shape, dtype);
  }

  @Override
  public List<Output> ofParts(Model model, Shape whole, List<TensorSlice> parts, DType dtype) {
    return elements(whole).ofParts(model, whole, parts, dtype);
  }

  private Initializer elements(Shape shape) {
    double variance = scale / Math.max(1, fan(shape));
    return switch (distribution) {
      case TRUNCATED_NORMAL ->
          Initializer.truncatedNormal(Math.sqrt(variance) / TRUNCATED_DEVIATION);
      case UNTRUNCATED_NORMAL -> Initializer.normal(Math.sqrt(variance));
      case UNIFORM -> {
        double limit = Math.sqrt(3 * variance);
        yield Initializer.uniform(-limit, limit);
      }
    };
  }

  private double fan(Shape shape) {
    return switch (mode) {
      case FAN_IN -> fanIn(shape);
      case FAN_OUT -> fanOut(shape);
      case FAN_AVERAGE -> (fanIn(shape) + fanOut(shape)) / 2;
    };
  }

  /** What a unit takes in: of a vector its length, of a matrix its rows. */
  static double fanIn(Shape shape) {
    return shape.rank() < 2 ? shape.elements() : field(shape) * shape.size(shape.rank() - 2);
  }

  /** What units a number goes to: of a vector its length, of a matrix its columns. */
  static double fanOut(Shape shape) {
    return shape.rank() < 2 ? shape.elements() : field(shape) * shape.size(shape.rank() - 1);
  }

  private static double field(Shape shape) {
    double product = 1;
    for (int d = 0; d < shape.rank() - 2; d++) {
      product *= shape.size(d);
    }
    return product;
  }
}
