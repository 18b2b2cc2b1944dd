package dev.weir.kernels.onednn;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.kernels.onednn.DnnlPrimitives.Slide;
import dev.weir.kernels.onednn.rewrite.WindowLimits;
import dev.weir.tensor.Shape;
import java.util.Arrays;

/**
 * How windows slide over images or volumes, from the attributes of a node. Numbers for space are
 * those for rows and columns; volumes have planes before rows.
 *
 * @param isChannelsLast whether images are {@code [batch, rows, columns, channels]}
 * @param block how many channels lie together in memory; 0 if images are in the usual order, as
 *     volumes always are
 */
record WindowSlide(
    boolean isChannelsLast,
    long[] strides,
    long[] dilations,
    String padding,
    long[] explicitPaddings,
    int block) {
  /** Kernels compute no more neighboring outputs of a row at once. */
  private static final long TOGETHER = 64;

  static WindowSlide of(Attributes attrs, int block) {
    boolean isLast = attrs.string("data_format").endsWith("C");
    long[] strides = space(attrs.integers("strides"), isLast);
    long[] ones = new long[strides.length];
    Arrays.fill(ones, 1);
    return new WindowSlide(
        isLast,
        strides,
        attrs.has("dilations") ? space(attrs.integers("dilations"), isLast) : ones,
        attrs.string("padding"),
        attrs.has("explicit_paddings") ? attrs.integers("explicit_paddings") : new long[0],
        block);
  }

  /** The numbers for space, of those for all dimensions. */
  static long[] space(long[] all, boolean isChannelsLast) {
    int first = isChannelsLast ? 1 : 2;
    return Arrays.copyOfRange(all, first, first + all.length - 2);
  }

  /** How many dimensions space has. */
  int spaces() {
    return strides.length;
  }

  int channel() {
    return isChannelsLast ? spaces() + 1 : 1;
  }

  long[] space(Shape images) {
    return space(images.sizes(), isChannelsLast);
  }

  Shape images(long batch, long[] space, long channels) {
    Shape places = Shape.of(space);
    return isChannelsLast
        ? Shape.of(batch).concat(places).concat(Shape.of(channels))
        : Shape.of(batch, channels).concat(places);
  }

  private long reach(int d, long size) {
    return Math.addExact(Math.multiplyExact(size - 1, dilations[d]), 1);
  }

  /**
   * Refuses windows whose offsets do not fit in 32 bits, in which oneDNN's kernels compute them.
   * The attributes are {@linkplain WindowLimits small}, so that only images or filters of
   * gigabytes, or filters dilated far beyond the image, are refused.
   *
   * @param in the space of the input
   * @param size the space of the window
   * @param channels of the input or of the output, whichever are more
   */
  private void requireNear(long[] in, long[] out, long[] size, long channels, Slide slide) {
    // bytes from a place to the next along a dimension
    double step = (double) channels * Float.BYTES;
    for (int d = spaces() - 1; d >= 0; d--) {
      long around = Math.max(slide.before()[d], slide.after()[d]);
      long moved = slide.strides()[d] * (d == spaces() - 1 ? TOGETHER : 1);
      long farthest = Math.max(Math.max(reach(d, size[d]), around), moved);
      double most = Math.max(farthest * step, Math.max(in[d], out[d]));
      if (most > Integer.MAX_VALUE) {
        throw WeirException.unimplemented(
            "oneDNN takes windows within 2^31 bytes of each other: dimension %d of space %s with"
                + " window %s, strides %s, dilations %s, %d channels",
            d,
            Arrays.toString(in),
            Arrays.toString(size),
            Arrays.toString(strides),
            Arrays.toString(dilations),
            channels);
      }
      step *= Math.max(in[d], out[d]);
    }
  }

  /** The space of the output. */
  long[] output(long[] in, long[] size) {
    long[] out = new long[spaces()];
    for (int d = 0; d < spaces(); d++) {
      out[d] =
          padding.equals("SAME")
              ? Math.ceilDiv(in[d], strides[d])
              : (in[d] + explicit(d, 0) + explicit(d, 1) - reach(d, size[d])) / strides[d] + 1;
    }
    return out;
  }

  private long explicit(int d, int side) {
    int dimension = isChannelsLast ? d + 1 : d + 2;
    return padding.equals("EXPLICIT") ? explicitPaddings[2 * dimension + side] : 0;
  }

  /**
   * The slide as oneDNN takes it, for inputs and windows of these sizes. Numbers that have no
   * effect are made small: strides where a window takes one position, and dilations where it sees
   * one place.
   *
   * @param channels of the input or of the output, whichever are more
   * @param seen the space of the input as far as windows see it
   */
  Slide slide(long[] in, long[] size, long channels, long[] seen) {
    long[] out = output(in, size);
    long[] before = new long[spaces()];
    long[] after = new long[spaces()];
    long[] dilates = new long[spaces()];
    long[] moves = strides.clone();
    for (int d = 0; d < spaces(); d++) {
      long reach = reach(d, size[d]);
      dilates[d] = size[d] == 1 ? 0 : dilations[d] - 1;
      before[d] = before(d, in[d], out[d], size[d]);
      long end = Math.addExact(Math.multiplyExact(out[d] - 1, strides[d]), reach);
      after[d] = padding.equals("SAME") ? Math.max(0, end - in[d] - before[d]) : explicit(d, 1);
      if (seen[d] < in[d]) {
        moves[d] = 1;
        after[d] = reach - before[d] - seen[d];
      } else if (out[d] == 1) {
        moves[d] = Math.clamp(in[d] + before[d] + after[d] - reach + 1, 1, strides[d]);
      }
    }
    Slide slide = new Slide(moves, size, dilates, before, after);
    requireNear(in, out, size, channels, slide);
    return slide;
  }

  private long before(int d, long in, long out, long size) {
    if (!padding.equals("SAME")) {
      return explicit(d, 0);
    }
    long end = Math.addExact(Math.multiplyExact(out - 1, strides[d]), reach(d, size));
    return Math.max(0, end - in) / 2;
  }

  /**
   * How much of the space of an input of one channel a convolution is to be shown. Where a window
   * takes one position in a row and stops short of its end, oneDNN 3.11 reads wrong elements of
   * such inputs, and memory behind them, unless rows end where the window does.
   */
  long[] seen(long[] in, long[] size) {
    int d = spaces() - 1;
    long out = output(in, size)[d];
    long end = reach(d, size[d]) - before(d, in[d], out, size[d]);
    long[] seen = in.clone();
    if (out == 1 && strides[d] > 1 && end > 0) {
      seen[d] = Math.min(in[d], end);
    }
    return seen;
  }

  /** Images in oneDNN's order of dimensions: batch, channels, space. */
  MemoryDesc layout(long batch, long channels, long[] space) {
    long[] dims = Shape.of(batch, channels).concat(Shape.of(space)).sizes();
    return block > 0 ? MemoryDesc.blocked(DataType.F32, block, dims) : plain(dims, isChannelsLast);
  }

  /** The first part of images in the usual order, in each dimension of space. */
  MemoryDesc part(long batch, long channels, long[] space, long[] seen) {
    MemoryDesc whole = layout(batch, channels, space);
    if (Arrays.equals(space, seen)) {
      return whole;
    }
    long[] dims = Shape.of(batch, channels).concat(Shape.of(seen)).sizes();
    return new MemoryDesc(DataType.F32, dims, whole.strides());
  }

  /** Images of these sizes, in oneDNN's order of dimensions, in the usual order of elements. */
  static MemoryDesc plain(long[] dims, boolean isChannelsLast) {
    if (!isChannelsLast) {
      return MemoryDesc.rowMajor(DataType.F32, dims);
    }
    long[] steps = new long[dims.length];
    steps[1] = 1;
    long step = dims[1];
    for (int d = dims.length - 1; d > 1; d--) {
      steps[d] = step;
      step *= dims[d];
    }
    steps[0] = step;
    return new MemoryDesc(DataType.F32, dims, steps);
  }
}
