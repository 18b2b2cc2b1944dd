package dev.weir.kernels.vector;

/** All kernels of this package. */
final class VectorKernels {
  private VectorKernels() {}

  static KernelTable all() {
    KernelTable table = new KernelTable();
    Arithmetic.addTo(table);
    Comparisons.addTo(table);
    Activations.addTo(table);
    return table;
  }
}
