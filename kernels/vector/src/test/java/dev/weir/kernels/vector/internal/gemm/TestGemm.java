package dev.weir.kernels.vector.internal.gemm;

import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link Gemm} against plain loops, over awkward sizes and strides. */
final class TestGemm {
  private static final int[] SIZES = {1, 3, 8, 17, 33};
  private static final int[][] LARGE = {
    {1, 3, 5000},
    {4, 40, 4097},
    {401, 17, 331},
    {17, 401, 700},
    {133, 111, 447},
    {150, 140, 60},
    {2099, 7, 5},
    {7, 2111, 5},
    {5, 5, 9000},
    {211, 307, 1}
  };
  private static final GemmTasks PARALLEL =
      (tasks, body) -> IntStream.range(0, tasks).parallel().forEach(body);

  private final Random random = new Random(7);

  @Test
  void smallProductsAgree() {
    for (int m : SIZES) {
      for (int n : SIZES) {
        for (int k : SIZES) {
          checkAll(m, n, k, GemmTasks.SERIAL);
        }
      }
    }
    checkAll(3, 5, 0, GemmTasks.SERIAL);
  }

  @Test
  void largeProductsAgreeOnSeveralThreads() {
    for (int[] size : LARGE) {
      checkAll(size[0], size[1], size[2], PARALLEL);
    }
  }

  private void checkAll(int m, int n, int k, GemmTasks tasks) {
    for (int transposes = 0; transposes < 4; transposes++) {
      int gap = (m + n + k + transposes) % 2 == 0 ? 0 : 5;
      check(m, n, k, transposes, gap, tasks, false);
      check(m, n, k, transposes, gap, tasks, true);
    }
  }

  private void check(
      int m, int n, int k, int transposes, int gap, GemmTasks tasks, boolean isDouble) {
    try (Arena arena = Arena.ofShared()) {
      GemmMatrix a = matrix(arena, m, k, (transposes & 1) != 0, gap, isDouble);
      GemmMatrix b = matrix(arena, k, n, (transposes & 2) != 0, gap, isDouble);
      GemmMatrix c = matrix(arena, m, n, false, gap, isDouble);
      double between = m > 1 && gap > 0 ? get(c, c.offset() + n, isDouble) : 0;
      if (isDouble) {
        Gemm.ofDoubles().multiply(m, n, k, a, b, c, tasks);
      } else {
        Gemm.ofFloats().multiply(m, n, k, a, b, c, tasks);
      }
      if (m > 1 && gap > 0 && between != get(c, c.offset() + n, isDouble)) {
        fail("wrote between the rows of %d x %d x %d", m, k, n);
      }
      compare(m, n, k, a, b, c, isDouble);
    }
  }

  private static void compare(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, boolean isDouble) {
    double epsilon = isDouble ? 1e-15 : 6e-7;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        double size = 0;
        for (int p = 0; p < k; p++) {
          double term = get(a, a.index(i, p), isDouble) * get(b, b.index(p, j), isDouble);
          sum += term;
          size += Math.abs(term);
        }
        double got = get(c, c.index(i, j), isDouble);
        if (!(Math.abs(got - sum) <= epsilon * size * Math.max(4, Math.sqrt(k)))) {
          fail("%s times %s, [%d,%d]: expected %s, got %s", a, b, i, j, sum, got);
        }
      }
    }
  }

  /** The last row ends with the segment: reading past it must not happen. */
  private GemmMatrix matrix(
      Arena arena, int rows, int columns, boolean isTransposed, int gap, boolean isDouble) {
    int storedRows = isTransposed ? columns : rows;
    int stride = (isTransposed ? rows : columns) + gap;
    long count = gap + Math.max(0, (long) storedRows * stride - gap);
    MemorySegment data = arena.allocate(Math.max(1, count) * (isDouble ? 8 : 4), 64);
    for (long i = 0; i < count; i++) {
      if (isDouble) {
        data.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextDouble() - 0.5);
      } else {
        data.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat() - 0.5f);
      }
    }
    return new GemmMatrix(data, gap, stride, isTransposed);
  }

  private static double get(GemmMatrix matrix, long index, boolean isDouble) {
    return isDouble
        ? matrix.data().getAtIndex(ValueLayout.JAVA_DOUBLE, index)
        : matrix.data().getAtIndex(ValueLayout.JAVA_FLOAT, index);
  }
}
