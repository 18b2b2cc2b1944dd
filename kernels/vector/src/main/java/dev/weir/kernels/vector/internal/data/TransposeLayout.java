package dev.weir.kernels.vector.internal.data;

import dev.weir.tensor.Shape;

/**
 * A transposition by the dimensions of its result: how far apart in the source their elements are.
 * Dimensions that stay together are merged and those of size 1 left out.
 *
 * <p>What remains is cut in parts, of which each is either a row that is copied, or some rows of
 * the source that become columns: one dimension has neighbors in the source, the last one has them
 * in the result.
 */
final class TransposeLayout {
  /** Rows of the result in a part. */
  static final int BLOCK = 32;

  private final int rank;
  // the outermost first
  private final long[] sizes;
  private final long[] inStrides;
  private final long[] outStrides;

  /** The dimension whose neighbors are neighbors in the source. */
  private final int turned;

  private TransposeLayout(int rank, long[] sizes, long[] inStrides) {
    this.rank = rank;
    this.sizes = sizes;
    this.inStrides = inStrides;
    this.outStrides = new long[rank];
    long stride = 1;
    int unit = rank - 1;
    for (int d = rank - 1; d >= 0; d--) {
      outStrides[d] = stride;
      stride *= sizes[d];
      if (inStrides[d] == 1) {
        unit = d;
      }
    }
    this.turned = unit;
  }

  /** Dimension i of the result is {@code order[i]} of the source. */
  static TransposeLayout of(Shape source, int[] order) {
    int full = order.length;
    long[] strides = new long[full];
    long stride = 1;
    for (int d = full - 1; d >= 0; d--) {
      strides[d] = stride;
      stride *= source.size(d);
    }
    long[] sizes = new long[full];
    long[] inStrides = new long[full];
    int used = 0;
    for (int d : order) {
      long size = source.size(d);
      if (size == 1) {
        continue;
      }
      if (used > 0 && inStrides[used - 1] == strides[d] * size) {
        sizes[used - 1] *= size;
        inStrides[used - 1] = strides[d];
      } else {
        sizes[used] = size;
        inStrides[used++] = strides[d];
      }
    }
    return new TransposeLayout(used, sizes, inStrides);
  }

  /** Whether all elements keep their order. */
  boolean isUnmoved() {
    return rank <= 1;
  }

  /** Whether rows of the result are rows of the source. */
  boolean copiesRows() {
    return turned == rank - 1;
  }

  /** Elements of a row of the result. */
  long rowSize() {
    return sizes[rank - 1];
  }

  /** Elements in the source from one of a row of the result to the next. */
  long inStride() {
    return inStrides[rank - 1];
  }

  /** Elements in the result from one column to the next. */
  long outStride() {
    return outStrides[turned];
  }

  private long blocks() {
    return copiesRows() ? 1 : Math.ceilDiv(sizes[turned], BLOCK);
  }

  long parts() {
    long parts = blocks();
    for (int d = 0; d < rank - 1; d++) {
      parts *= d == turned ? 1 : sizes[d];
    }
    return parts;
  }

  /** Elements of a part, at most. */
  long partSize() {
    return copiesRows() ? rowSize() : rowSize() * Math.min(BLOCK, sizes[turned]);
  }

  /** Where a part begins and how many columns of it there are. */
  final class Position {
    long in;
    long out;
    int columns;

    void moveTo(long part) {
      long block = part % blocks();
      long rest = part / blocks();
      in = 0;
      out = 0;
      for (int d = rank - 2; d >= 0; d--) {
        if (d != turned) {
          long index = rest % sizes[d];
          rest /= sizes[d];
          in += index * inStrides[d];
          out += index * outStrides[d];
        }
      }
      if (!copiesRows()) {
        in += block * BLOCK;
        out += block * BLOCK * outStrides[turned];
        columns = (int) Math.min(BLOCK, sizes[turned] - block * BLOCK);
      }
    }
  }

  Position position() {
    return new Position();
  }
}
