package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * {@code Any} and {@code All}: truth values, each a byte of 0 or 1, eight at a time. {@code All} is
 * computed as {@code Any} of the opposites.
 */
final class TruthVectorKernel implements Kernel {
  private static final ValueLayout.OfLong EIGHT = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfByte ONE = ValueLayout.JAVA_BYTE;
  private static final long ALL_TRUE = 0x0101010101010101L;

  /** Values of a row that are looked at before a decision ends the search. */
  private static final int PIECE = 1024;

  /** Columns that are reduced together; their totals stay in first-level cache. */
  private static final int STRIP = 4096;

  private record Settings(boolean isAll, boolean keepsDimensions) {}

  /** What decides: 0 for a true value, all ones for a false one. */
  private final long flip;

  private final boolean keepsDimensions;

  private TruthVectorKernel(Settings settings) {
    this.flip = settings.isAll ? ALL_TRUE : 0;
    this.keepsDimensions = settings.keepsDimensions;
  }

  static void addTo(KernelTable table) {
    for (String op : new String[] {"Any", "All"}) {
      table.addCached(
          op,
          DType.BOOL,
          spec -> new Settings(op.equals("All"), spec.attrs().bool("keep_dims")),
          TruthVectorKernel::new);
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    ReducedShape reduced = ReducedShape.along(x.shape(), context.input(1), keepsDimensions);
    ReducedShape.Stage stage = reduced.before(reduced.rank());
    if (stage == null) {
      context.set(0, x.reshaped(reduced.result()));
      return;
    }
    Tensor y = context.allocate(0, reduced.result());
    if (x.elements() == 0) {
      RawMemory.bytes(y).fill((byte) (flip & 1));
      return;
    }
    int end = reduced.rank();
    long from = RawMemory.address(x);
    while (!stage.isLast()) {
      long to =
          RawMemory.address(context.scratch(DType.BOOL, Shape.of(stage.outer() * stage.inner())));
      run(context, stage, from, to);
      from = to;
      end = reduced.startOfStage(end);
      stage = Objects.requireNonNull(reduced.before(end));
    }
    run(context, stage, from, RawMemory.address(y));
  }

  private void run(KernelContext context, ReducedShape.Stage stage, long from, long to) {
    long inner = stage.inner();
    long count = stage.reduced();
    if (inner == 1) {
      Grain.CHEAP.forRows(
          context,
          stage.outer(),
          count,
          (first, last) -> {
            for (long row = first; row < last; row++) {
              set(to + row, isDecided(from + row * count, count));
            }
          });
      return;
    }
    long strips = Math.ceilDiv(inner, STRIP);
    Grain.CHEAP.forRows(
        context,
        stage.outer() * strips,
        count * Math.min(inner, STRIP),
        (first, last) -> {
          for (long i = first; i < last; i++) {
            long column = i % strips * STRIP;
            long outer = i / strips;
            columns(
                from + outer * count * inner + column,
                count,
                inner,
                (int) Math.min(STRIP, inner - column),
                to + outer * inner + column);
          }
        });
  }

  private void set(long at, boolean isDecided) {
    RawMemory.ALL.set(ONE, at, (byte) (flip & 1 ^ (isDecided ? 1 : 0)));
  }

  /** Whether a value decides the result, wherever it is. */
  private boolean isDecided(long at, long count) {
    long whole = count & -Long.BYTES;
    for (long done = 0; done < whole; done += PIECE) {
      int bytes = (int) Math.min(PIECE, whole - done);
      long found = 0;
      for (int i = 0; i < bytes; i += Long.BYTES) {
        found |= RawMemory.ALL.get(EIGHT, at + done + i) ^ flip;
      }
      if (found != 0) {
        return true;
      }
    }
    for (long i = whole; i < count; i++) {
      if ((RawMemory.ALL.get(ONE, at + i) ^ flip & 1) != 0) {
        return true;
      }
    }
    return false;
  }

  private void columns(long at, long height, long stride, int width, long out) {
    int words = width / Long.BYTES;
    long[] found = new long[words];
    byte[] rest = new byte[width - words * Long.BYTES];
    for (long row = 0; row < height; row++) {
      long from = at + row * stride;
      for (int i = 0; i < words; i++) {
        found[i] |= RawMemory.ALL.get(EIGHT, from + (long) i * Long.BYTES) ^ flip;
      }
      for (int i = 0; i < rest.length; i++) {
        rest[i] |= (byte) (RawMemory.ALL.get(ONE, from + (long) words * Long.BYTES + i) ^ flip & 1);
      }
    }
    for (int i = 0; i < words; i++) {
      RawMemory.ALL.set(EIGHT, out + (long) i * Long.BYTES, found[i] ^ flip);
    }
    for (int i = 0; i < rest.length; i++) {
      RawMemory.ALL.set(ONE, out + (long) words * Long.BYTES + i, (byte) (rest[i] ^ flip & 1));
    }
  }
}
