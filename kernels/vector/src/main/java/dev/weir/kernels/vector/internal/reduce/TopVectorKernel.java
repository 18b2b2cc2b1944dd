package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * {@code TopKV2} of float32 for small k: each element of a row is compared with the last of a short
 * sorted list. Large k is left to the reference kernel, which sorts.
 */
final class TopVectorKernel implements Kernel {
  private static final int FEW = 64;

  private final Kernel reference;

  private TopVectorKernel(Kernel reference) {
    this.reference = reference;
  }

  static void addTo(KernelTable table) {
    table.add("TopKV2", DType.FLOAT32, TopVectorKernel::of);
  }

  private static @Nullable Kernel of(KernelSpec spec) {
    var op = OpRegistry.standard().find(spec.op());
    return op == null ? null : new TopVectorKernel(op.kernel(spec));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    long k = context.input(1).getLong(0);
    long width = x.shape().size(-1);
    if (k < 1 || k > Math.min(FEW, width) || width > Integer.MAX_VALUE) {
      reference.compute(context);
      return;
    }
    Shape shape = x.shape().withSize(-1, k);
    Tensor values = context.allocate(0, shape);
    Tensor indices = context.allocate(1, shape);
    long in = RawMemory.address(x);
    Grain.COSTLY.forRows(
        context,
        values.elements() / k,
        width,
        (from, to) -> {
          Best best = new Best((int) k);
          for (long row = from; row < to; row++) {
            best.pick(in + row * width * Float.BYTES, (int) width);
            for (int i = 0; i < k; i++) {
              values.setFloat(row * k + i, best.values[i]);
              indices.setLong(row * k + i, best.positions[i]);
            }
          }
        });
  }

  /** The greatest of a row so far, in order; of equal ones the first comes first. */
  private static final class Best {
    final float[] values;
    final int[] positions;

    Best(int k) {
      values = new float[k];
      positions = new int[k];
    }

    void pick(long at, int width) {
      int last = values.length - 1;
      for (int i = 0; i <= last; i++) {
        insert(get(at, i), i, i);
      }
      for (int i = last + 1; i < width; i++) {
        float value = get(at, i);
        if (isGreater(value, values[last])) {
          insert(value, i, last);
        }
      }
    }

    /** Moves smaller elements up, dropping the one at {@code place}. */
    private void insert(float value, int position, int place) {
      int to = place;
      while (to > 0 && isGreater(value, values[to - 1])) {
        values[to] = values[to - 1];
        positions[to] = positions[to - 1];
        to--;
      }
      values[to] = value;
      positions[to] = position;
    }

    /** NaN is above all. */
    private static boolean isGreater(float a, float b) {
      return a > b || (Float.isNaN(a) && !Float.isNaN(b));
    }

    private static float get(long at, int i) {
      return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at + (long) i * Float.BYTES);
    }
  }
}
