package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.NumberBlocks;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** {@code Cross}: a few vectors at a time, in double precision or as integers. */
final class CrossVectorKernel implements Kernel {
  private CrossVectorKernel() {}

  /** Elements of a block of whole vectors. */
  private static final int BLOCK = 3 * 128;

  static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (dtype.isFloating() || dtype.isInteger()) {
        table.addShared("Cross", dtype, CrossVectorKernel::new);
      }
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    Tensor out = context.allocate(0, a.shape());
    DType dtype = a.dtype();
    long bytes = dtype.byteSize();
    long x = RawMemory.address(a);
    long y = RawMemory.address(b);
    long z = RawMemory.address(out);
    long blocks = Math.ceilDiv(out.elements(), BLOCK);
    Grain.COSTLY.forRows(
        context,
        blocks,
        BLOCK,
        (from, to) -> {
          for (long block = from; block < to; block++) {
            long at = block * BLOCK * bytes;
            int count = (int) Math.min(BLOCK, out.elements() - block * BLOCK);
            if (dtype.isFloating()) {
              real(dtype, x + at, y + at, z + at, count);
            } else if (bytes == Long.BYTES) {
              longs(dtype, x + at, y + at, z + at, count);
            } else {
              ints(dtype, x + at, y + at, z + at, count);
            }
          }
        });
  }

  private static void real(DType dtype, long x, long y, long z, int count) {
    double[] a = new double[count];
    double[] b = new double[count];
    double[] c = new double[count];
    NumberBlocks.read(dtype, x, a, 0, count);
    NumberBlocks.read(dtype, y, b, 0, count);
    for (int i = 0; i < count; i += 3) {
      c[i] = a[i + 1] * b[i + 2] - a[i + 2] * b[i + 1];
      c[i + 1] = a[i + 2] * b[i] - a[i] * b[i + 2];
      c[i + 2] = a[i] * b[i + 1] - a[i + 1] * b[i];
    }
    NumberBlocks.write(c, 0, count, dtype, z);
  }

  private static void ints(DType dtype, long x, long y, long z, int count) {
    int[] a = new int[count];
    int[] b = new int[count];
    int[] c = new int[count];
    NumberBlocks.read(dtype, x, a, 0, count);
    NumberBlocks.read(dtype, y, b, 0, count);
    for (int i = 0; i < count; i += 3) {
      c[i] = a[i + 1] * b[i + 2] - a[i + 2] * b[i + 1];
      c[i + 1] = a[i + 2] * b[i] - a[i] * b[i + 2];
      c[i + 2] = a[i] * b[i + 1] - a[i + 1] * b[i];
    }
    NumberBlocks.write(c, 0, count, dtype, z);
  }

  private static void longs(DType dtype, long x, long y, long z, int count) {
    long[] a = new long[count];
    long[] b = new long[count];
    long[] c = new long[count];
    NumberBlocks.read(dtype, x, a, 0, count);
    NumberBlocks.read(dtype, y, b, 0, count);
    for (int i = 0; i < count; i += 3) {
      c[i] = a[i + 1] * b[i + 2] - a[i + 2] * b[i + 1];
      c[i + 1] = a[i + 2] * b[i] - a[i] * b[i + 2];
      c[i + 2] = a[i] * b[i + 1] - a[i + 1] * b[i];
    }
    NumberBlocks.write(c, 0, count, z);
  }
}
