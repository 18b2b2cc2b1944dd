package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Its slices sorted into {@code num_partitions} tensors: slice i goes to the one that {@code
 * partitions[i]} says, in the order in which they come.
 */
final class DynamicPartition extends Op {
  DynamicPartition() {
    super(
        "DynamicPartition(data: T, partitions: int32) -> (outputs: num_partitions*T)"
            + " num_partitions:int >=1; T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int count = (int) context.attrs().integer("num_partitions");
    Shape data = context.input(0);
    Shape partitions = context.input(1);
    if (!data.hasRank() || !partitions.hasRank()) {
      return Collections.nCopies(count, Shape.unknown());
    }
    if (data.rank() < partitions.rank()
        || !data.slice(0, partitions.rank()).isCompatibleWith(partitions)) {
      throw context.invalid(
          "data must begin with the dimensions of partitions: %s, %s",
          context.describe(0), context.describe(1));
    }
    Shape slice = data.slice(partitions.rank(), data.rank());
    return Collections.nCopies(count, Shape.of(-1).concat(slice));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return DynamicPartition::partition;
  }

  private static void partition(KernelContext context) {
    Tensor data = context.input(0);
    Tensor partitions = context.input(1);
    long[] counts = new long[context.outputCount()];
    for (long i = 0; i < partitions.elements(); i++) {
      long partition = partitions.getLong(i);
      if (partition < 0 || partition >= counts.length) {
        throw WeirException.invalidArgument(
            "partitions must be in [0, %d), partitions[%d] is %d", counts.length, i, partition);
      }
      counts[(int) partition]++;
    }
    Shape slice = data.shape().slice(partitions.shape().rank(), data.shape().rank());
    ElementCopier[] copiers = new ElementCopier[counts.length];
    for (int p = 0; p < counts.length; p++) {
      Tensor out = context.allocate(p, Shape.of(counts[p]).concat(slice));
      copiers[p] = ElementCopier.of(data, out);
    }
    long size = slice.elements();
    long[] at = new long[counts.length];
    for (long i = 0; i < partitions.elements(); i++) {
      int p = partitions.getInt(i);
      copiers[p].copy(i * size, at[p], size);
      at[p] += size;
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output partitions = context.input(1);
          int count = context.node().outputCount();
          Output numbers =
              on.op(
                  "Range",
                  on.scalar(0, DType.INT32),
                  on.op("Size", partitions),
                  on.scalar(1, DType.INT32));
          Node places =
              on.node("DynamicPartition")
                  .input(on.reshapeLike(numbers, partitions))
                  .input(partitions)
                  .attr("num_partitions", count)
                  .build();
          Output together =
              on.node("ParallelDynamicStitch")
                  .inputList(IntStream.range(0, count).mapToObj(places::output).toList())
                  .inputList(IntStream.range(0, count).mapToObj(context::gradient).toList())
                  .build()
                  .output(0);
          return on.reshapeLike(together, context.input(0));
        });
  }
}
