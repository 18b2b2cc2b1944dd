package dev.weir.ops.random;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import dev.weir.tensor.Tensor;

/**
 * Normal numbers between two bounds, by rejection from whichever of three distributions is nearest:
 * the normal one, a uniform one, or an exponential one. Every step is rounded to the type of the
 * output, so that the same candidates are rejected as in TensorFlow.
 */
final class BoundedNormal {
  private static final int MAX_REJECTIONS = 1000;
  private static final double DEVIATIONS_FOR_NORMAL = 1.3;

  private final DType dtype;
  private final Philox generator;
  private final Tensor output;
  private final int[] words = new int[Philox.WORDS];
  private final double[] values;
  private long position;
  private long end;
  private double mean;
  private double deviation;
  private int rejections;

  BoundedNormal(Philox generator, Tensor output) {
    this.dtype = output.dtype();
    this.generator = generator;
    this.output = output;
    this.values = new double[dtype == DType.FLOAT64 ? 2 : Philox.WORDS];
  }

  /** The parameters of a batch; {@code low} and {@code high} are not standardized. */
  record Parameters(double mean, double deviation, double low, double high) {
    private void check() {
      if (!(deviation > 0 && low < high && (Double.isFinite(low) || Double.isFinite(high)))) {
        throw WeirException.invalidArgument(
            "stdevs must be positive, minvals below maxvals and one of them finite, got %s", this);
      }
    }
  }

  /** Draws the elements {@code [from, to)} of the output. */
  void fill(Parameters parameters, long from, long to) {
    parameters.check();
    position = from;
    end = to;
    rejections = 0;
    mean = parameters.mean;
    deviation = parameters.deviation;
    double low = parameters.low;
    double high = parameters.high;
    if (low == Double.NEGATIVE_INFINITY || high < mean) { // the mirror image is easier
      low = parameters.high;
      high = parameters.low;
      deviation = -deviation;
    }
    double least = rounded(rounded(low - mean) / deviation);
    double most = rounded(rounded(high - mean) / deviation);
    double limit = rounded(DEVIATIONS_FOR_NORMAL);
    if ((least < -limit && most >= 0) || (most > limit && least <= 0)) {
      fromNormal(least, most);
    } else if (rounded(most - least) < cutoff(least)) {
      fromUniform(least, rounded(most - least));
    } else {
      fromExponential(least, most);
    }
  }

  /** How wide the bounds may be for uniform candidates to be the better ones. */
  private double cutoff(double least) {
    double root = rounded(Math.sqrt(rounded(rounded(least * least) + 4)));
    double exponent = rounded(0.5 + rounded(rounded(least * rounded(least - root)) / 4));
    return rounded(rounded(2 * rounded(Math.exp(exponent))) / rounded(least + root));
  }

  private void fromNormal(double least, double most) {
    while (position < end) {
      drawNormals();
      for (int i = 0; i < values.length && position < end; i++) {
        if (values[i] >= least && values[i] <= most) {
          accept(values[i]);
        } else if (++rejections > MAX_REJECTIONS) {
          throw exhausted();
        }
      }
    }
  }

  private void fromUniform(double least, double width) {
    double offset = least < 0 ? 0 : rounded(least * least);
    double[] candidates = new double[values.length];
    while (position < end) {
      drawUniforms();
      for (int i = 0; i < values.length; i++) {
        candidates[i] = rounded(rounded(values[i] * width) + least);
      }
      drawUniforms();
      for (int i = 0; i < values.length && position < end; i++) {
        double z = candidates[i];
        double exponent = rounded(rounded(offset - rounded(z * z)) / 2);
        acceptIf(values[i] <= rounded(Math.exp(exponent)), z);
      }
    }
  }

  private void fromExponential(double least, double most) {
    double alpha =
        rounded(rounded(least + rounded(Math.sqrt(rounded(rounded(least * least) + 4)))) / 2);
    while (position < end) {
      drawUniforms();
      for (int i = 0; i < values.length && position < end; i += 2) {
        double z = rounded(rounded(-rounded(Math.log(values[i])) / alpha) + least);
        double x = rounded(least < alpha ? alpha - z : least - alpha);
        double g = rounded(Math.exp(rounded(rounded(-x * x) / 2)));
        acceptIf(values[i + 1] <= g && z < most, z);
      }
    }
  }

  private void acceptIf(boolean accepted, double z) {
    if (accepted) {
      accept(z);
    } else if (++rejections >= MAX_REJECTIONS) {
      throw exhausted();
    }
  }

  private void accept(double z) {
    output.setDouble(position++, rounded(rounded(z * deviation) + mean));
    rejections = 0;
  }

  private static WeirException exhausted() {
    return new WeirException(
        ErrorCode.INTERNAL, "no number within the bounds in " + MAX_REJECTIONS + " draws");
  }

  private void drawUniforms() {
    generator.next(words);
    for (int i = 0; i < values.length; i++) {
      values[i] =
          dtype == DType.FLOAT64
              ? Reals.unit(words[2 * i], words[2 * i + 1])
              : Reals.unit(words[i], dtype);
    }
  }

  private void drawNormals() {
    generator.next(words);
    double[] pair = new double[2];
    for (int i = 0; i < values.length; i += 2) {
      if (dtype == DType.FLOAT64) {
        Reals.normals(words[0], words[1], words[2], words[3], pair);
      } else {
        Reals.normals(words[i], words[i + 1], pair);
      }
      values[i] = rounded(pair[0]);
      values[i + 1] = rounded(pair[1]);
    }
  }

  private double rounded(double value) {
    return switch (dtype) {
      case FLOAT16 -> Float16.toFloat(Float16.fromFloat((float) value));
      case BFLOAT16 -> Bfloat16.toFloat(Bfloat16.fromFloat((float) value));
      case FLOAT32 -> (float) value;
      default -> value;
    };
  }
}
