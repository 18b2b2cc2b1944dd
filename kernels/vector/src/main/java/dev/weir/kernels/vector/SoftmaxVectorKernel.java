package dev.weir.kernels.vector;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** {@code Softmax} and {@code LogSoftmax} of floats, along the last dimension. */
final class SoftmaxVectorKernel implements Kernel {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final int V = Lanes.FLOATS;

  private final boolean isLogarithm;

  private SoftmaxVectorKernel(boolean isLogarithm) {
    this.isLogarithm = isLogarithm;
  }

  static void addTo(KernelTable table) {
    table.addShared("Softmax", DType.FLOAT32, () -> new SoftmaxVectorKernel(false));
    table.addShared("LogSoftmax", DType.FLOAT32, () -> new SoftmaxVectorKernel(true));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.forward(0, 0, x.shape());
    if (x.elements() == 0) {
      return;
    }
    int width = Math.toIntExact(x.shape().size(-1));
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    Grain.COSTLY.forRows(
        context,
        x.elements() / width,
        width,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            long offset = row * width * Float.BYTES;
            run(in + offset, out + offset, width);
          }
        });
  }

  private void run(long in, long out, int width) {
    int whole = width & -V;
    float max = Float.NEGATIVE_INFINITY;
    double sum = 0;
    if (whole > 0) {
      max = max(in, whole);
    }
    for (int i = whole; i < width; i++) {
      max = Math.max(max, get(in, i));
    }
    if (isLogarithm) {
      sum = whole > 0 ? sumOfExponentials(in, whole, max) : 0;
      for (int i = whole; i < width; i++) {
        sum += Math.exp(get(in, i) - max);
      }
      subtract(in, out, width, max, (float) Math.log(sum));
    } else {
      sum = whole > 0 ? exponentials(in, out, whole, max) : 0;
      for (int i = whole; i < width; i++) {
        float exponential = (float) Math.exp(get(in, i) - max);
        sum += exponential;
        set(out, i, exponential);
      }
      scale(out, width, (float) (1 / sum));
    }
  }

  private static float max(long in, int count) {
    FloatVector max = load(in, 0);
    for (int i = V; i < count; i += V) {
      max = max.max(load(in, i));
    }
    return max.reduceLanes(VectorOperators.MAX);
  }

  /** Stores exponentials and returns their sum. */
  private static double exponentials(long in, long out, int count, float max) {
    FloatVector top = FloatVector.broadcast(Lanes.FLOAT, max);
    DoubleVector sum = DoubleVector.zero(Lanes.DOUBLE);
    for (int i = 0; i < count; i += V) {
      FloatVector exponential = FloatExp.exp(load(in, i).sub(top));
      exponential.intoMemorySegment(RawMemory.ALL, out + (long) i * Float.BYTES, Lanes.ORDER);
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0));
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 1));
    }
    return lanes(sum);
  }

  private static double sumOfExponentials(long in, int count, float max) {
    FloatVector top = FloatVector.broadcast(Lanes.FLOAT, max);
    DoubleVector sum = DoubleVector.zero(Lanes.DOUBLE);
    for (int i = 0; i < count; i += V) {
      FloatVector exponential = FloatExp.exp(load(in, i).sub(top));
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0));
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 1));
    }
    return lanes(sum);
  }

  /** The sum of all lanes, always in the same order. */
  private static double lanes(DoubleVector vector) {
    double[] lanes = new double[Lanes.DOUBLES];
    vector.intoArray(lanes, 0);
    double sum = 0;
    for (double lane : lanes) {
      sum += lane;
    }
    return sum;
  }

  private static void scale(long out, int width, float factor) {
    int i = 0;
    for (; i + V <= width; i += V) {
      load(out, i)
          .mul(factor)
          .intoMemorySegment(RawMemory.ALL, out + (long) i * Float.BYTES, Lanes.ORDER);
    }
    for (; i < width; i++) {
      set(out, i, get(out, i) * factor);
    }
  }

  private static void subtract(long in, long out, int width, float max, float logarithm) {
    int i = 0;
    for (; i + V <= width; i += V) {
      load(in, i)
          .sub(max)
          .sub(logarithm)
          .intoMemorySegment(RawMemory.ALL, out + (long) i * Float.BYTES, Lanes.ORDER);
    }
    for (; i < width; i++) {
      set(out, i, get(in, i) - max - logarithm);
    }
  }

  private static FloatVector load(long at, int i) {
    return FloatVector.fromMemorySegment(
        Lanes.FLOAT, RawMemory.ALL, at + (long) i * Float.BYTES, Lanes.ORDER);
  }

  private static float get(long at, int i) {
    return RawMemory.ALL.get(FLOAT, at + (long) i * Float.BYTES);
  }

  private static void set(long at, int i, float number) {
    RawMemory.ALL.set(FLOAT, at + (long) i * Float.BYTES, number);
  }
}
