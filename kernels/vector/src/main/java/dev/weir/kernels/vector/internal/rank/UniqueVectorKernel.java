package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@code Unique} and its like for vectors. Slices of other tensors are left to the reference
 * kernel.
 */
final class UniqueVectorKernel implements Kernel {
  private final Kernel reference;
  private final HashLoop loop;
  private final ScalarType element;

  private UniqueVectorKernel(Kernel reference, DType dtype) {
    this.reference = reference;
    this.loop = HashLoop.of(dtype);
    this.element = ScalarType.of(dtype);
  }

  static void addTo(KernelTable table, DType dtype) {
    for (String op :
        new String[] {"Unique", "UniqueV2", "UniqueWithCounts", "UniqueWithCountsV2"}) {
      table.add(op, dtype, UniqueVectorKernel::of);
    }
  }

  private static @Nullable Kernel of(KernelSpec spec) {
    OpDefinition op = OpRegistry.standard().find(spec.op());
    return op == null ? null : new UniqueVectorKernel(op.kernel(spec), spec.inputDtype(0));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    if (x.shape().rank() != 1 || x.elements() > Integer.MAX_VALUE) {
      reference.compute(context);
      return;
    }
    int count = (int) x.elements();
    Tensor places = context.allocate(1, x.shape());
    ScalarType index = ScalarType.of(places.dtype());
    long in = RawMemory.address(x);
    long indices = RawMemory.address(places);
    ElementTable seen = new ElementTable();
    loop.places(in, count, seen, index, indices);
    Shape shape = Shape.of(seen.size());
    long out = RawMemory.address(context.allocate(0, shape));
    for (int n = 0; n < seen.size(); n++) {
      element.setBits(element.at(out, n), element.bits(element.at(in, seen.first(n))));
    }
    if (context.outputCount() > 2) {
      long counts = RawMemory.address(context.allocate(2, shape));
      count(index, indices, count, counts, seen.size());
    }
  }

  private static void count(ScalarType index, long places, int count, long counts, int size) {
    int[] found = new int[size];
    for (int i = 0; i < count; i++) {
      found[(int) index.bits(index.at(places, i))]++;
    }
    for (int n = 0; n < size; n++) {
      index.setBits(index.at(counts, n), found[n]);
    }
  }
}
