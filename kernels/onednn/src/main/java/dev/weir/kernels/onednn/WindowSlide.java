package dev.weir.kernels.onednn;

import dev.weir.graph.Attributes;
import dev.weir.tensor.Shape;

/**
 * How windows slide over images, from the attributes of a node.
 *
 * @param isChannelsLast whether images are {@code [batch, rows, columns, channels]}
 * @param block how many channels lie together in memory; 0 if images are in the usual order
 */
record WindowSlide(
    boolean isChannelsLast,
    long[] strides,
    long[] dilations,
    String padding,
    long[] explicitPaddings,
    int block) {
  static WindowSlide of(Attributes attrs, int block) {
    boolean isLast = attrs.string("data_format").equals("NHWC");
    return new WindowSlide(
        isLast,
        space(attrs.integers("strides"), isLast),
        attrs.has("dilations") ? space(attrs.integers("dilations"), isLast) : new long[] {1, 1},
        attrs.string("padding"),
        attrs.has("explicit_paddings") ? attrs.integers("explicit_paddings") : new long[0],
        block);
  }

  /** The numbers for rows and columns, of those for all dimensions. */
  static long[] space(long[] all, boolean isChannelsLast) {
    return isChannelsLast ? new long[] {all[1], all[2]} : new long[] {all[2], all[3]};
  }

  int channel() {
    return isChannelsLast ? 3 : 1;
  }

  /** Rows and columns. */
  long[] space(Shape images) {
    return space(images.sizes(), isChannelsLast);
  }

  Shape images(long batch, long[] space, long channels) {
    return isChannelsLast
        ? Shape.of(batch, space[0], space[1], channels)
        : Shape.of(batch, channels, space[0], space[1]);
  }

  private long reach(int d, long size) {
    return (size - 1) * dilations[d] + 1;
  }

  /** Rows and columns of the output. */
  long[] output(long[] in, long[] size) {
    long[] out = new long[2];
    for (int d = 0; d < 2; d++) {
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
    long[] before = new long[2];
    long[] after = new long[2];
    long[] dilates = new long[2];
    for (int d = 0; d < 2; d++) {
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

  /** Images in oneDNN's order of dimensions: batch, channels, rows, columns. */
  MemoryDesc layout(long batch, long channels, long[] space) {
    long[] dims = {batch, channels, space[0], space[1]};
    return block > 0 ? MemoryDesc.blocked(DataType.F32, block, dims) : plain(dims, isChannelsLast);
  }

  /** Images of these sizes, in oneDNN's order of dimensions, in the usual order of elements. */
  static MemoryDesc plain(long[] dims, boolean isChannelsLast) {
    if (!isChannelsLast) {
      return MemoryDesc.rowMajor(DataType.F32, dims);
    }
    long[] steps = {dims[2] * dims[3] * dims[1], 1, dims[3] * dims[1], dims[1]};
    return new MemoryDesc(DataType.F32, dims, steps);
  }
}
