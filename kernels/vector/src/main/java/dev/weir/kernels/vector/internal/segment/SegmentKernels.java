package dev.weir.kernels.vector.internal.segment;

import dev.weir.graph.kernel.Kernel;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.function.Supplier;

/** Kernels of ops whose rows are put together by ids. */
public final class SegmentKernels {
  private final KernelTable table;
  private final DType dtype;

  private SegmentKernels(KernelTable table, DType dtype) {
    this.table = table;
    this.dtype = dtype;
  }

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (!dtype.isObject() && dtype != DType.BOOL) {
        new SegmentKernels(table, dtype).add();
      }
    }
  }

  private void add() {
    add("Sum", Total.SUM);
    addSorted("SegmentMean", new SegmentVectorKernel.Settings(Total.SUM, dtype, true, -1));
    if (!dtype.isComplex()) {
      add("Prod", Total.PRODUCT);
    }
    if (!dtype.isComplex() && !dtype.isQuantized()) {
      add("Max", Total.MAXIMUM);
      add("Min", Total.MINIMUM);
      for (SegmentScaling scaling : SegmentScaling.values()) {
        addSparse(scaling);
      }
    }
  }

  private void add(String name, Total total) {
    addSorted("Segment" + name, new SegmentVectorKernel.Settings(total, dtype, false, -1));
    addSorted("Segment" + name + "V2", new SegmentVectorKernel.Settings(total, dtype, false, 2));
    add(
        "UnsortedSegment" + name,
        () ->
            new UnsortedSegmentVectorKernel(
                new UnsortedSegmentVectorKernel.Settings(total, dtype)));
  }

  private void addSorted(String op, SegmentVectorKernel.Settings settings) {
    add(op, () -> new SegmentVectorKernel(settings));
  }

  private void addSparse(SegmentScaling scaling) {
    if (scaling != SegmentScaling.SUM && !dtype.isFloating()) {
      return;
    }
    String op = "SparseSegment" + scaling.opName();
    add(op, () -> sparse(scaling, -1));
    add(op + "WithNumSegments", () -> sparse(scaling, 3));
    if (dtype.isFloating()) {
      add(op + "Grad", () -> gradient(scaling, false));
      add(op + "GradV2", () -> gradient(scaling, true));
    }
  }

  private Kernel sparse(SegmentScaling scaling, int countInput) {
    return new SparseSegmentVectorKernel(
        new SparseSegmentVectorKernel.Settings(scaling, dtype, countInput));
  }

  private Kernel gradient(SegmentScaling scaling, boolean isCompact) {
    return new SparseSegmentGradientVectorKernel(
        new SparseSegmentGradientVectorKernel.Settings(scaling, dtype, isCompact));
  }

  private void add(String op, Supplier<Kernel> kernel) {
    table.addShared(op, dtype, kernel);
  }
}
