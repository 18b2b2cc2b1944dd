package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * One product of float32 matrices, or a batch of them, in the step that wants it.
 *
 * @param context gives scratch memory and says how many cores may be used
 */
record Product(
    KernelContext context, long m, long k, long n, boolean transposeA, boolean transposeB) {
  /** Sets {@code c} to the product of two matrices. */
  void multiply(Tensor a, Tensor b, Tensor c) {
    if (isTrivial(c)) {
      return;
    }
    multiply(1, 1, bytes(a), bytes(b), bytes(c));
  }

  /** Sets {@code c} to the products of the pairs of two batches. */
  void multiply(BatchPairs pairs, Tensor a, Tensor b, Tensor c) {
    if (isTrivial(c)) {
      return;
    }
    if (pairs.areSimple()) {
      multiply(pairs.left().elements(), pairs.right().elements(), bytes(a), bytes(b), bytes(c));
      return;
    }
    for (long i = 0; i < pairs.shape().elements(); i++) {
      multiply(
          1,
          1,
          matrix(a, pairs.leftOf(i), m * k),
          matrix(b, pairs.rightOf(i), k * n),
          matrix(c, i, m * n));
    }
  }

  /** Whether the result has no elements, or only sums of nothing, which are set here. */
  private boolean isTrivial(Tensor c) {
    if (k == 0) {
      c.buffer().fill(0, c.byteSize(), (byte) 0);
    }
    return k == 0 || c.elements() == 0;
  }

  private void multiply(
      long batchA, long batchB, MemorySegment a, MemorySegment b, MemorySegment c) {
    if (batchA == 1 && batchB == 1 && TinyProduct.handles(m, k, n)) {
      TinyProduct.multiply((int) m, (int) k, (int) n, transposeA, transposeB, a, b, c);
      return;
    }
    MatMulSpec spec =
        MatMulSpec.batched(DataType.F32, batchA, batchB, m, k, n, transposeA, transposeB);
    PrimitiveRunner.shared()
        .matMulWithin(context.parallel().threads(), spec, a, b, c, this::scratch);
  }

  private MemorySegment scratch(long bytes) {
    return bytes(context.scratch(DType.UINT8, Shape.of(bytes)));
  }

  private static MemorySegment matrix(Tensor batch, long index, long elements) {
    return bytes(batch).asSlice(index * elements * Float.BYTES, elements * Float.BYTES);
  }

  private static MemorySegment bytes(Tensor tensor) {
    return tensor.buffer().segment().asSlice(0, tensor.byteSize());
  }
}
