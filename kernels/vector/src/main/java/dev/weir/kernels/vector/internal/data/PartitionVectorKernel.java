package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/**
 * {@code DynamicPartition}: counts the slices of each partition, then copies them one after the
 * other. A number that is none of a partition is left to the reference kernel to refuse.
 */
final class PartitionVectorKernel implements Kernel {
  private static final String OP = "DynamicPartition";

  private final Kernel reference;

  private PartitionVectorKernel(Kernel reference) {
    this.reference = reference;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (!dtype.isObject()) {
        table.add(
            OP,
            dtype,
            spec -> {
              OpDefinition op = OpRegistry.standard().find(OP);
              return op == null ? null : new PartitionVectorKernel(op.kernel(spec));
            });
      }
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor data = context.input(0);
    Tensor numbers = context.input(1);
    long partitions = RawMemory.address(numbers);
    long[] counts = new long[context.outputCount()];
    if (!count(partitions, numbers.elements(), counts)) {
      reference.compute(context);
      return;
    }
    Shape slice = data.shape().slice(numbers.shape().rank(), data.shape().rank());
    long[] at = new long[counts.length];
    for (int p = 0; p < counts.length; p++) {
      at[p] = RawMemory.address(context.allocate(p, Shape.of(counts[p]).concat(slice)));
    }
    long bytes = slice.elements() * data.dtype().byteSize();
    if (bytes > 0) {
      copy(partitions, numbers.elements(), RawMemory.address(data), bytes, at);
    }
  }

  private static int partition(long partitions, long i) {
    return RawMemory.ALL.get(ValueLayout.JAVA_INT, partitions + i * Integer.BYTES);
  }

  private static boolean count(long partitions, long slices, long[] counts) {
    for (long i = 0; i < slices; i++) {
      int p = partition(partitions, i);
      if (p < 0 || p >= counts.length) {
        return false;
      }
      counts[p]++;
    }
    return true;
  }

  private static void copy(long partitions, long slices, long from, long bytes, long[] at) {
    for (long i = 0; i < slices; i++) {
      int p = partition(partitions, i);
      RowCopy.copy(from + i * bytes, at[p], bytes);
      at[p] += bytes;
    }
  }
}
