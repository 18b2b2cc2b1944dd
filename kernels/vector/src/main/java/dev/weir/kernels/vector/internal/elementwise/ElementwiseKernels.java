package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels that compute each element of a result from the elements at its place. */
public final class ElementwiseKernels {
  private ElementwiseKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    addTo(table, new ElementwiseFunctions());
  }

  /** Adds the functions of these kernels too, where they depend on no attribute. */
  static void addTo(KernelTable table, ElementwiseFunctions functions) {
    ArithmeticKernels.addTo(table, functions);
    IntegerKernels.addTo(table, functions);
    DivisionKernels.addTo(table, functions);
    ComparisonKernels.addTo(table, functions);
    ActivationKernels.addTo(table, functions);
    ActivationGradientKernels.addTo(table, functions);
    BooleanKernels.addTo(table, functions);
    TrigonometryKernels.addTo(table, functions);
    HyperbolicKernels.addTo(table, functions);
    ConversionKernels.addTo(table);
    ClipVectorKernel.addTo(table);
    AddNVectorKernel.addTo(table);
    ShortSumVectorKernel.addTo(table);
    SelectVectorKernel.addTo(table);
    ReferenceFunctionKernels.addTo(table); // last: for what the others leave
  }
}
