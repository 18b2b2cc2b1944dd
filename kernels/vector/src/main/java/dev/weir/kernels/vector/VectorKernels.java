package dev.weir.kernels.vector;

/** All kernels of this package. */
final class VectorKernels {
  private VectorKernels() {}

  static KernelTable all() {
    KernelTable table = new KernelTable();
    Arithmetic.addTo(table);
    Comparisons.addTo(table);
    Activations.addTo(table);
    ActivationGradients.addTo(table);
    TruthValues.addTo(table);
    ClipVectorKernel.addTo(table);
    MatMulVectorKernel.addTo(table);
    Reductions.addTo(table);
    SoftmaxVectorKernel.addTo(table);
    SoftmaxCrossEntropyVectorKernel.addTo(table);
    SparseSoftmaxCrossEntropyVectorKernel.addTo(table);
    AddNVectorKernel.addTo(table);
    BiasAddVectorKernel.addTo(table);
    Casts.addTo(table);
    FillVectorKernel.addTo(table);
    SelectVectorKernel.addTo(table);
    TransposeVectorKernel.addTo(table);
    LrnVectorKernel.addTo(table);
    ResizeBilinearVectorKernel.addTo(table);
    ArgVectorKernel.addTo(table);
    TopVectorKernel.addTo(table);
    CumsumVectorKernel.addTo(table);
    RecurrentKernels.addTo(table);
    return table;
  }
}
