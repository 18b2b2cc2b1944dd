package dev.weir.ops.math.segment;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.Accumulation;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * The mean of the rows of each segment; 0 for an id that does not occur. Integers are divided
 * toward zero.
 */
final class SegmentMean extends SegmentReduction {
  SegmentMean() {
    super(
        "SegmentMean(data: T, segment_ids: Tindices) -> (output: T) T:type in [float, double,"
            + " int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,"
            + " qint16, quint16, uint16, complex128, half, uint32, uint64]; Tindices:type in"
            + " [int32, int64];",
        Accumulation.SUM,
        false);
  }

  @Override
  void finish(Tensor out, Tensor ids, long width) {
    long begin = 0;
    for (long row = 1; row <= ids.elements(); row++) {
      if (row == ids.elements() || ids.getLong(row) != ids.getLong(begin)) {
        divide(out, ids.getLong(begin) * width, width, row - begin);
        begin = row;
      }
    }
  }

  private static void divide(Tensor out, long first, long width, long count) {
    DType dtype = out.dtype();
    for (long r = first; r < first + width; r++) {
      if (dtype.isComplex()) {
        out.setComplex(r, out.getReal(r) / count, out.getImaginary(r) / count);
      } else if (dtype.isFloating()) {
        out.setDouble(r, out.getDouble(r) / count);
      } else if (dtype.isUnsigned()) {
        out.setLong(r, Long.divideUnsigned(out.getLong(r), count));
      } else {
        out.setLong(r, out.getLong(r) / count);
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(0, () -> new SegmentGradients(context, true).ofMean());
  }
}
