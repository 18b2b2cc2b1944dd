package dev.weir.kernels.vector.internal.einsum;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Copies elements from operand A to the result along loops, in the order of the result. If they are
 * neighbors along one loop in A and along another in the result, squares of both are copied at a
 * time.
 */
public final class AxisCopy {
  private static final MemorySegment ALL = RawMemory.ALL;

  /** Elements of a side of a square. */
  private static final int SIDE = 16;

  /** Rows of the result that a part has at least. */
  private static final int BLOCK = 32;

  /** Bytes from which on a row is copied as a whole. */
  private static final long LONG_ROW = 64;

  private final List<EinsumAxis> outer = new ArrayList<>();
  private final EinsumAxis inner;
  private final EinsumAxis turned;
  private final int bytes;

  private AxisCopy(List<EinsumAxis> axes, int bytes) {
    this.bytes = bytes;
    EinsumAxis one = new EinsumAxis(1, 0, 0, 0);
    inner = axes.isEmpty() ? one : axes.getLast();
    EinsumAxis across = one;
    for (EinsumAxis axis : axes) {
      if (!axis.equals(inner) && axis.a() == 1 && inner.a() != 1) {
        across = axis;
      }
    }
    turned = across;
    for (EinsumAxis axis : axes) {
      if (!axis.equals(inner) && !axis.equals(turned)) {
        outer.add(axis);
      }
    }
  }

  /**
   * Copies all elements.
   *
   * @param axes loops of which only the steps in A and the result count
   */
  static void run(KernelContext context, List<EinsumAxis> axes, int bytes, long from, long to) {
    new AxisCopy(merged(axes), bytes).run(context, from, to);
  }

  /** Copies a matrix to its transpose of {@code rows} by {@code columns}. */
  public static void transpose(
      KernelContext context, long rows, long columns, int bytes, long from, long to) {
    List<EinsumAxis> axes =
        List.of(new EinsumAxis(rows, 1, 0, columns), new EinsumAxis(columns, rows, 0, 1));
    run(context, axes, bytes, from, to);
  }

  /** The loops in the order of the result, as few as possible. */
  private static List<EinsumAxis> merged(List<EinsumAxis> axes) {
    List<EinsumAxis> merged = new ArrayList<>();
    axes.stream()
        .map(axis -> new EinsumAxis(axis.size(), axis.a(), 0, axis.c()))
        .sorted(Comparator.comparingLong(EinsumAxis::c).reversed())
        .forEach(
            axis -> {
              if (!merged.isEmpty() && merged.getLast().extendsOver(axis)) {
                merged.set(merged.size() - 1, merged.getLast().mergedWith(axis));
              } else {
                merged.add(axis);
              }
            });
    return merged;
  }

  private void run(KernelContext context, long from, long to) {
    long blocks = Math.ceilDiv(turned.size(), BLOCK);
    long parts = blocks;
    for (EinsumAxis axis : outer) {
      parts *= axis.size();
    }
    long size = inner.size() * Math.min(BLOCK, turned.size());
    Grain.CHEAP.forRows(
        context,
        parts,
        size,
        (first, last) -> {
          for (long part = first; part < last; part++) {
            long in = from + part % blocks * BLOCK * turned.a() * bytes;
            long out = to + part % blocks * BLOCK * turned.c() * bytes;
            long rest = part / blocks;
            for (int d = outer.size() - 1; d >= 0; d--) {
              EinsumAxis axis = outer.get(d);
              in += rest % axis.size() * axis.a() * bytes;
              out += rest % axis.size() * axis.c() * bytes;
              rest /= axis.size();
            }
            copy(in, out, Math.min(BLOCK, turned.size() - part % blocks * BLOCK));
          }
        });
  }

  private void copy(long in, long out, long across) {
    if (inner.a() == 1 && inner.c() == 1 && inner.size() * bytes >= LONG_ROW) {
      MemorySegment.copy(ALL, in, ALL, out, inner.size() * bytes);
      return;
    }
    for (long column = 0; column < inner.size(); column += SIDE) {
      int columns = (int) Math.min(SIDE, inner.size() - column);
      for (long row = 0; row < across; row++) {
        long source = in + (row * turned.a() + column * inner.a()) * bytes;
        long target = out + (row * turned.c() + column * inner.c()) * bytes;
        copy(source, inner.a() * bytes, target, inner.c() * bytes, columns);
      }
    }
  }

  private void copy(long in, long inStep, long out, long outStep, int count) {
    switch (bytes) {
      case 4 -> {
        for (int i = 0; i < count; i++) {
          int element = ALL.get(ValueLayout.JAVA_INT, in + i * inStep);
          ALL.set(ValueLayout.JAVA_INT, out + i * outStep, element);
        }
      }
      case 8 -> longs(in, inStep, out, outStep, count);
      case 16 -> {
        longs(in, inStep, out, outStep, count);
        longs(in + Long.BYTES, inStep, out + Long.BYTES, outStep, count);
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          short element = ALL.get(ValueLayout.JAVA_SHORT, in + i * inStep);
          ALL.set(ValueLayout.JAVA_SHORT, out + i * outStep, element);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          byte element = ALL.get(ValueLayout.JAVA_BYTE, in + i * inStep);
          ALL.set(ValueLayout.JAVA_BYTE, out + i * outStep, element);
        }
      }
    }
  }

  private static void longs(long in, long inStep, long out, long outStep, int count) {
    for (int i = 0; i < count; i++) {
      long element = ALL.get(ValueLayout.JAVA_LONG, in + i * inStep);
      ALL.set(ValueLayout.JAVA_LONG, out + i * outStep, element);
    }
  }
}
