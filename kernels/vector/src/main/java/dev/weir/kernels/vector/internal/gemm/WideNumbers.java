package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.NumberBlocks;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * The types that products are computed in: float32, float64, int32, int64 and the complex ones.
 * Tensors of narrower types are widened before a product, and its results rounded once, or cut to
 * their lowest bits.
 */
public final class WideNumbers {
  /** Elements that stay in first-level cache on their way through. */
  private static final int BLOCK = 1024;

  private WideNumbers() {}

  /** The type to compute numbers of this type in. */
  public static DType of(DType dtype) {
    return switch (dtype) {
      case FLOAT16, BFLOAT16 -> DType.FLOAT32;
      case INT8, UINT8, INT16, UINT16, UINT32 -> DType.INT32;
      case UINT64 -> DType.INT64;
      default -> dtype;
    };
  }

  /** A tensor's numbers in a wide type, in scratch memory if they have another. */
  public static Tensor widened(KernelContext context, Tensor tensor, DType wide) {
    if (tensor.dtype().byteSize() == wide.byteSize()) {
      return tensor; // integers without a sign are computed with as if they had one
    }
    Tensor result = context.scratch(wide, tensor.shape());
    long from = RawMemory.address(tensor);
    long to = RawMemory.address(result);
    DType dtype = tensor.dtype();
    forBlocks(
        context,
        tensor.elements(),
        (at, count) ->
            widen(dtype, from + at * dtype.byteSize(), wide, to + at * wide.byteSize(), count));
    return result;
  }

  private static void widen(DType dtype, long from, DType wide, long to, int count) {
    switch (wide) {
      case FLOAT32 -> {
        float[] block = new float[count];
        NumberBlocks.read(dtype, from, block, 0, count);
        NumberBlocks.write(block, 0, count, wide, to);
      }
      case FLOAT64 -> {
        double[] block = new double[count];
        NumberBlocks.read(dtype, from, block, 0, count);
        NumberBlocks.write(block, 0, count, wide, to);
      }
      case INT32 -> {
        int[] block = new int[count];
        NumberBlocks.read(dtype, from, block, 0, count);
        NumberBlocks.write(block, 0, count, wide, to);
      }
      default -> {
        long[] block = new long[count];
        NumberBlocks.read(dtype, from, block, 0, count);
        NumberBlocks.write(block, 0, count, to);
      }
    }
  }

  /**
   * Memory of a wide type for the elements of an output: its own, if its type is as wide.
   *
   * @see #narrow
   */
  public static Tensor room(KernelContext context, Tensor output, DType wide) {
    return output.dtype().byteSize() == wide.byteSize()
        ? output
        : context.scratch(wide, output.shape());
  }

  /** Sets an output to the numbers computed in its {@link #room}. */
  public static void narrow(KernelContext context, Tensor wide, Tensor output) {
    DType from = wide.dtype();
    DType to = output.dtype();
    if (from.byteSize() == to.byteSize()) {
      return;
    }
    long source = RawMemory.address(wide);
    long target = RawMemory.address(output);
    forBlocks(
        context,
        output.elements(),
        (at, count) ->
            narrow(from, source + at * from.byteSize(), to, target + at * to.byteSize(), count));
  }

  private static void narrow(DType wide, long from, DType dtype, long to, int count) {
    switch (wide) {
      case FLOAT32 -> {
        float[] block = new float[count];
        NumberBlocks.read(wide, from, block, 0, count);
        NumberBlocks.write(block, 0, count, dtype, to);
      }
      case FLOAT64 -> {
        double[] block = new double[count];
        NumberBlocks.read(wide, from, block, 0, count);
        NumberBlocks.write(block, 0, count, dtype, to);
      }
      default -> {
        int[] block = new int[count];
        NumberBlocks.read(wide, from, block, 0, count);
        NumberBlocks.write(block, 0, count, dtype, to);
      }
    }
  }

  @FunctionalInterface
  private interface BlockBody {
    void run(long at, int count);
  }

  private static void forBlocks(KernelContext context, long elements, BlockBody body) {
    Grain.CHEAP.forRange(
        context,
        elements,
        (first, last) -> {
          for (long at = first; at < last; at += BLOCK) {
            body.run(at, (int) Math.min(BLOCK, last - at));
          }
        });
  }
}
