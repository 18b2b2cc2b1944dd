package dev.weir.kernels.vector.internal.einsum;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums of products along loops in any order: the innermost one is that with the most neighbors in
 * memory. If it is kept, a row of sums runs beside it.
 *
 * @param <S> running sums, an array
 */
final class StridedSums<S> {
  /** Sums that run beside each other: 8 KB of doubles. */
  private static final int ROW = 1024;

  private final StridedTerms<S> terms;
  private final EinsumAxis inner;

  /** The loops over the result, but for the innermost one. */
  private final List<EinsumAxis> kept = new ArrayList<>();

  /** The loops of a sum, but for the innermost one. */
  private final List<EinsumAxis> summed = new ArrayList<>();

  private final int bytes;
  private final boolean hasB;

  private StridedSums(StridedTerms<S> terms, List<EinsumAxis> axes, int bytes, boolean hasB) {
    this.terms = terms;
    this.bytes = bytes;
    this.hasB = hasB;
    int best = -1;
    for (int i = 0; i < axes.size(); i++) {
      if (best < 0 || isBetter(axes.get(i), axes.get(best))) {
        best = i;
      }
    }
    inner = best < 0 ? new EinsumAxis(1, 0, 0, 0) : axes.get(best);
    for (int i = 0; i < axes.size(); i++) {
      if (i != best) {
        (axes.get(i).isKept() ? kept : summed).add(axes.get(i));
      }
    }
  }

  /**
   * Sets the result.
   *
   * @param hasB whether there is a second operand; if not, its address is not used
   */
  static void run(
      KernelContext context,
      DType dtype,
      List<EinsumAxis> axes,
      long a,
      long b,
      boolean hasB,
      long c) {
    new StridedSums<>(StridedTerms.of(dtype), axes, dtype.byteSize(), hasB).run(context, a, b, c);
  }

  private static boolean isBetter(EinsumAxis axis, EinsumAxis than) {
    int difference = jumps(axis) - jumps(than);
    return difference < 0 || (difference == 0 && axis.size() > than.size());
  }

  private static int jumps(EinsumAxis axis) {
    return (axis.a() > 1 ? 2 : 0) + (axis.b() > 1 ? 2 : 0) + (axis.c() > 1 ? 1 : 0);
  }

  private void run(KernelContext context, long a, long b, long c) {
    long rows = size(kept);
    long pieces = inner.isKept() ? Math.ceilDiv(inner.size(), ROW) : 1;
    long work = size(summed) * (inner.isKept() ? Math.min(ROW, inner.size()) : inner.size());
    Grain.CHEAP.forRows(
        context,
        rows * pieces,
        work,
        (from, to) -> {
          S sums = terms.newSums(inner.isKept() ? (int) Math.min(ROW, inner.size()) : 1);
          for (long i = from; i < to; i++) {
            piece(i / pieces, i % pieces * ROW, sums, a, b, c);
          }
        });
  }

  private static long size(List<EinsumAxis> axes) {
    long size = 1;
    for (EinsumAxis axis : axes) {
      size *= axis.size();
    }
    return size;
  }

  private void piece(long row, long first, S sums, long a, long b, long c) {
    long x = a;
    long y = b;
    long z = c;
    long rest = row;
    for (int d = kept.size() - 1; d >= 0; d--) {
      EinsumAxis axis = kept.get(d);
      long index = rest % axis.size();
      rest /= axis.size();
      x += index * axis.a() * bytes;
      y += index * axis.b() * bytes;
      z += index * axis.c() * bytes;
    }
    if (inner.isKept()) {
      int count = (int) Math.min(ROW, inner.size() - first);
      x += first * inner.a() * bytes;
      y += first * inner.b() * bytes;
      if (hasB && summed.isEmpty()) {
        long aStep = inner.a() * bytes;
        long bStep = inner.b() * bytes;
        long cStep = inner.c() * bytes;
        terms.multiplyEach(count, x, aStep, y, bStep, z + first * cStep, cStep);
        return;
      }
      terms.clear(sums, count);
      add(0, sums, count, x, y);
      terms.store(sums, count, z + first * inner.c() * bytes, inner.c() * bytes);
    } else {
      terms.clear(sums, 1);
      add(0, sums, 0, x, y);
      terms.store(sums, 1, z, 0);
    }
  }

  private void add(int depth, S sums, int count, long x, long y) {
    if (depth < summed.size()) {
      EinsumAxis axis = summed.get(depth);
      for (long i = 0; i < axis.size(); i++) {
        add(depth + 1, sums, count, x + i * axis.a() * bytes, y + i * axis.b() * bytes);
      }
      return;
    }
    long aStep = inner.a() * bytes;
    long bStep = inner.b() * bytes;
    if (inner.isKept() && hasB) {
      terms.addEach(sums, count, x, aStep, y, bStep);
    } else if (inner.isKept()) {
      terms.addEach(sums, count, x, aStep);
    } else {
      addInner(sums, x, aStep, y, bStep);
    }
  }

  /** The innermost loop, in parts whose length is an {@code int}. */
  private void addInner(S sums, long x, long aStep, long y, long bStep) {
    int part = 1 << 20;
    for (long first = 0; first < inner.size(); first += part) {
      int count = (int) Math.min(part, inner.size() - first);
      if (hasB) {
        terms.addAll(sums, count, x + first * aStep, aStep, y + first * bStep, bStep);
      } else {
        terms.addAll(sums, count, x + first * aStep, aStep);
      }
    }
  }
}
