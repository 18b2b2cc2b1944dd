package dev.weir.kernels.onednn;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code c[batch, m, n] = op(a)[batchA, m, k] * op(b)[batchB, k, n]}, all dense and row-major.
 *
 * <p>A transposed operand is stored with its last two dimensions swapped. A batch of 1 is repeated
 * for each of the other's. No dimension is 0: the caller handles empty products.
 *
 * @param epilogue what is done to the result, with a bias for each column
 */
record MatMulSpec(
    DataType type,
    long batchA,
    long batchB,
    long m,
    long k,
    long n,
    boolean transposeA,
    boolean transposeB,
    @Nullable Epilogue epilogue)
    implements PrimitiveSpec {

  /** Positions of the operands for {@link Invocation#bind}. */
  static final int A = 0;

  static final int B = 1;
  static final int C = 2;

  private static final List<PrimitiveArgument> ARGUMENTS =
      List.of(PrimitiveArgument.SOURCE, PrimitiveArgument.WEIGHTS, PrimitiveArgument.DESTINATION);

  MatMulSpec {
    if (batchA < 1 || batchB < 1 || m < 1 || k < 1 || n < 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "dimensions must be positive: batches %d and %d, m %d, k %d, n %d",
              batchA,
              batchB,
              m,
              k,
              n));
    }
    if (batchA != batchB && batchA != 1 && batchB != 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "batches must be equal or 1: a has %d, b has %d", batchA, batchB));
    }
  }

  /** A product of two matrices. */
  static MatMulSpec of(
      DataType type, long m, long k, long n, boolean transposeA, boolean transposeB) {
    return new MatMulSpec(type, 1, 1, m, k, n, transposeA, transposeB, null);
  }

  /**
   * A batch of products. One matrix {@code b} for all of a batch of {@code a} is a single product
   * with taller {@code a}, which oneDNN does much faster.
   */
  static MatMulSpec batched(
      DataType type,
      long batchA,
      long batchB,
      long m,
      long k,
      long n,
      boolean transposeA,
      boolean transposeB) {
    boolean tall = batchB == 1 && !transposeA;
    return new MatMulSpec(
        type,
        tall ? 1 : batchA,
        batchB,
        tall ? Math.multiplyExact(batchA, m) : m,
        k,
        n,
        transposeA,
        transposeB,
        null);
  }

  /** Returns this product with an epilogue. */
  MatMulSpec followedBy(Epilogue what) {
    return new MatMulSpec(type, batchA, batchB, m, k, n, transposeA, transposeB, what);
  }

  long batch() {
    return Math.max(batchA, batchB);
  }

  /** Floating point operations, a multiplication and an addition counted as two. */
  double flops() {
    return 2.0 * batch() * m * n * k;
  }

  MemoryDesc a() {
    return transposeA ? matrices(batchA, k, m).transposed() : matrices(batchA, m, k);
  }

  MemoryDesc b() {
    return transposeB ? matrices(batchB, n, k).transposed() : matrices(batchB, k, n);
  }

  MemoryDesc c() {
    return matrices(batch(), m, n);
  }

  /** Without a batch the descriptors have rank 2: oneDNN has better kernels for it. */
  private MemoryDesc matrices(long batch, long rows, long columns) {
    return batch() == 1
        ? MemoryDesc.rowMajor(type, rows, columns)
        : MemoryDesc.rowMajor(type, batch, rows, columns);
  }

  @Override
  public List<PrimitiveArgument> arguments() {
    return epilogue == null ? ARGUMENTS : epilogue.argumentsAfter(ARGUMENTS);
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    return DnnlObjects.createMatMulDesc(
        engine.handle(),
        scope.memoryDesc(a()),
        scope.memoryDesc(b()),
        epilogue == null ? 0 : scope.memoryDesc(MemoryDesc.rowMajor(type, 1, n)),
        scope.memoryDesc(c()),
        scope.attributes(epilogue == null ? PrimitiveAttributes.STRICT : epilogue.attributes(c())));
  }

  @Override
  public String toString() {
    return "matmul %s = %s * %s %s".formatted(c(), a(), b(), epilogue);
  }
}
