package dev.weir.kernels.onednn;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Type, shape and layout of data, as a value; {@link DescriptorScope} makes oneDNN's descriptor of
 * it.
 *
 * @param strides distance in elements between neighbors along each dimension; null without blocks
 *     lets oneDNN choose the layout ({@code dnnl_format_tag_any}), to be asked of the compiled
 *     primitive
 * @param block how many neighbors along the second dimension lie side by side, the others in
 *     row-major order around them; 0 if the strides say all
 */
record MemoryDesc(DataType type, long[] dims, long @Nullable [] strides, int block) {

  /** {@code DNNL_MAX_NDIMS}. */
  static final int MAX_RANK = 12;

  MemoryDesc {
    if (dims.length == 0 || dims.length > MAX_RANK) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "rank must be 1 to %d, is %d", MAX_RANK, dims.length));
    }
    if (strides != null && strides.length != dims.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "one stride per dimension: %d strides, %d dimensions",
              strides.length,
              dims.length));
    }
    dims = dims.clone();
    strides = strides == null ? null : strides.clone();
  }

  MemoryDesc(DataType type, long[] dims, long @Nullable [] strides) {
    this(type, dims, strides, 0);
  }

  /** Dense, a block of the second dimension contiguous ({@code aBcd8b}, {@code aBcd16b}). */
  static MemoryDesc blocked(DataType type, int block, long... dims) {
    return new MemoryDesc(type, dims, null, block);
  }

  /** Dense, the last dimension contiguous. */
  static MemoryDesc rowMajor(DataType type, long... dims) {
    long[] strides = new long[dims.length];
    long step = 1;
    for (int i = dims.length - 1; i >= 0; i--) {
      strides[i] = step;
      step *= dims[i];
    }
    return new MemoryDesc(type, dims, strides);
  }

  /** In the layout that suits the primitive best. */
  static MemoryDesc any(DataType type, long... dims) {
    return new MemoryDesc(type, dims, null);
  }

  /** This data with the last two dimensions swapped. */
  MemoryDesc transposed() {
    return new MemoryDesc(type, swapLastTwo(dims), strides == null ? null : swapLastTwo(strides));
  }

  int rank() {
    return dims.length;
  }

  private static long[] swapLastTwo(long[] values) {
    long[] swapped = values.clone();
    swapped[values.length - 1] = values[values.length - 2];
    swapped[values.length - 2] = values[values.length - 1];
    return swapped;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemoryDesc that
        && type == that.type
        && Arrays.equals(dims, that.dims)
        && Arrays.equals(strides, that.strides)
        && block == that.block;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(dims) + Arrays.hashCode(strides)) + type.code() + block;
  }

  @Override
  public String toString() {
    return type
        + Arrays.toString(dims)
        + (block > 0 ? " blocks of " + block : "")
        + (strides != null ? " strides " + Arrays.toString(strides) : block > 0 ? "" : " any");
  }
}
