package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels that compute each element of a result from the elements at its place. */
public final class ElementwiseKernels {
  private ElementwiseKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    ArithmeticKernels.addTo(table);
    IntegerKernels.addTo(table);
    DivisionKernels.addTo(table);
    ComparisonKernels.addTo(table);
    ActivationKernels.addTo(table);
    ActivationGradientKernels.addTo(table);
    BooleanKernels.addTo(table);
    TrigonometryKernels.addTo(table);
    HyperbolicKernels.addTo(table);
    ConversionKernels.addTo(table);
    ClipVectorKernel.addTo(table);
    AddNVectorKernel.addTo(table);
    ShortSumVectorKernel.addTo(table);
    SelectVectorKernel.addTo(table);
    ReferenceFunctionKernels.addTo(table); // last: for what the others leave
  }
}
