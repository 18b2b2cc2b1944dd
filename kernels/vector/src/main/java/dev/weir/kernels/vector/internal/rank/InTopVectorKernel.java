package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/**
 * {@code InTopK} and {@code InTopKV2}: whether fewer than k predictions are greater than that of
 * the target. False for a target that is no class, and for a row with a prediction that is not
 * finite.
 */
final class InTopVectorKernel implements Kernel {
  private static final int INFINITE = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);

  private final long fixed;
  private final boolean hasFixed;

  private InTopVectorKernel(long fixed, boolean hasFixed) {
    this.fixed = fixed;
    this.hasFixed = hasFixed;
  }

  static void addTo(KernelTable table) {
    table.addShared("InTopKV2", DType.FLOAT32, () -> new InTopVectorKernel(0, false));
    table.addCached(
        "InTopK",
        DType.FLOAT32,
        spec -> spec.attrs().integer("k"),
        k -> new InTopVectorKernel(k, true));
  }

  @Override
  public void compute(KernelContext context) {
    long k = hasFixed ? fixed : context.input(2).getLong(0);
    Tensor predictions = context.input(0);
    Tensor targets = context.input(1);
    Tensor out = context.allocate(0, targets.shape());
    int classes = Math.toIntExact(predictions.shape().size(1));
    ScalarType target = ScalarType.of(targets.dtype());
    long in = RawMemory.address(predictions);
    long chosen = RawMemory.address(targets);
    long results = RawMemory.address(out);
    Grain.CHEAP.forRows(
        context,
        out.elements(),
        classes,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            long place = target.bits(target.at(chosen, row));
            boolean isIn =
                place >= 0
                    && place < classes
                    && isIn(in + row * classes * Float.BYTES, classes, place, k);
            RawMemory.ALL.set(ValueLayout.JAVA_BYTE, results + row, (byte) (isIn ? 1 : 0));
          }
        });
  }

  private static boolean isIn(long row, int classes, long target, long k) {
    float ours = RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row + target * Float.BYTES);
    int greater = 0;
    int largest = 0;
    for (int i = 0; i < classes; i++) {
      float prediction = RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row + (long) i * Float.BYTES);
      greater += prediction > ours ? 1 : 0;
      largest = Math.max(largest, Float.floatToRawIntBits(prediction) & Integer.MAX_VALUE);
    }
    return largest < INFINITE && greater < k;
  }
}
