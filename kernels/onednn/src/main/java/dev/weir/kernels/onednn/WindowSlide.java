package dev.weir.kernels.onednn;

import dev.weir.graph.Attributes;
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
    return (size - 1) * dilations[d] + 1;
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

  /** The same for oneDNN, for inputs and windows of these sizes. */
  DnnlPrimitives.Slide slide(long[] in, long[] size) {
    long[] out = output(in, size);
    long[] before = new long[spaces()];
    long[] after = new long[spaces()];
    long[] dilates = new long[spaces()];
    for (int d = 0; d < spaces(); d++) {
      dilates[d] = dilations[d] - 1;
      before[d] = explicit(d, 0);
      after[d] = explicit(d, 1);
      if (padding.equals("SAME")) {
        long missing = Math.max(0, (out[d] - 1) * strides[d] + reach(d, size[d]) - in[d]);
        before[d] = missing / 2;
        after[d] = missing - missing / 2;
      }
    }
    return new DnnlPrimitives.Slide(strides, size, dilates, before, after);
  }

  /** Images in oneDNN's order of dimensions: batch, channels, space. */
  MemoryDesc layout(long batch, long channels, long[] space) {
    long[] dims = Shape.of(batch, channels).concat(Shape.of(space)).sizes();
    return block > 0 ? MemoryDesc.blocked(DataType.F32, block, dims) : plain(dims, isChannelsLast);
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
