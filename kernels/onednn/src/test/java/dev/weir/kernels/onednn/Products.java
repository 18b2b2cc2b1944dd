package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Products by oneDNN compared with plain loops. */
final class Products {
  private Products() {}

  /** {@code transposes}: bit 0 for a, bit 1 for b. */
  static MatMulSpec spec(long batchA, long batchB, long m, long k, long n, int transposes) {
    return MatMulSpec.batched(
        DataType.F32, batchA, batchB, m, k, n, (transposes & 1) != 0, (transposes & 2) != 0);
  }

  /** By a primitive, and by whatever the policy chooses. */
  static void check(PrimitiveRunner runner, MatMulSpec spec, int threads) {
    Random random = new Random(spec.hashCode());
    try (Arena arena = Arena.ofShared()) {
      MemorySegment a = floats(arena, spec.batchA() * spec.m() * spec.k(), random);
      MemorySegment b = floats(arena, spec.batchB() * spec.k() * spec.n(), random);
      MemorySegment c = floats(arena, spec.batch() * spec.m() * spec.n(), random);
      Scratch scratch = bytes -> arena.allocate(bytes, 64);
      runner.primitive(spec, threads, a, b, c, scratch);
      compare(spec, a, b, c);
      c.fill((byte) -1); // NaN
      runner.matMul(spec, threads, a, b, c, scratch);
      compare(spec, a, b, c);
    }
  }

  static void compare(MatMulSpec spec, MemorySegment a, MemorySegment b, MemorySegment c) {
    long m = spec.m();
    long k = spec.k();
    long n = spec.n();
    for (long batch = 0; batch < spec.batch(); batch++) {
      long firstA = spec.batchA() == 1 ? 0 : batch * m * k;
      long firstB = spec.batchB() == 1 ? 0 : batch * k * n;
      for (long i = 0; i < m; i++) {
        for (long j = 0; j < n; j++) {
          double sum = 0;
          for (long p = 0; p < k; p++) {
            double left = at(a, firstA + (spec.transposeA() ? p * m + i : i * k + p));
            sum += left * at(b, firstB + (spec.transposeB() ? j * k + p : p * n + j));
          }
          double got = at(c, (batch * m + i) * n + j);
          if (!(Math.abs(got - sum) <= 1e-6 * k + 1e-6)) {
            fail("%s [%d,%d,%d]: expected %g, got %g", spec, batch, i, j, sum, got);
          }
        }
      }
    }
  }

  static MemorySegment floats(Arena arena, long count, Random random) {
    MemorySegment data = arena.allocate(count * Float.BYTES, 64);
    for (long i = 0; i < count; i++) {
      data.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat() * 2 - 1);
    }
    return data;
  }

  private static float at(MemorySegment data, long index) {
    return data.getAtIndex(ValueLayout.JAVA_FLOAT, index);
  }
}
