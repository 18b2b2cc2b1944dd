package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.FastRows;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Places;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The slices of a variable at the places that the rows of {@code indices} name; a row has a number
 * for each of the first dimensions of the variable.
 */
final class ResourceGatherNd extends Op {
  ResourceGatherNd() {
    super(
        "ResourceGatherNd(resource: resource, indices: Tindices) -> (output: dtype) dtype:type;"
            + " Tindices:type in [int32, int64]; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape variable = Variables.shape(context, context.attrs().type("dtype"));
    Shape indices = context.requireRankAtLeast(1, 1);
    if (!variable.hasRank() || !indices.hasRank() || indices.size(-1) < 0) {
      return List.of(Shape.unknown());
    }
    requireFits(variable, indices);
    return List.of(shape(variable, indices));
  }

  private static void requireFits(Shape variable, Shape indices) {
    if (indices.size(-1) > variable.rank()) {
      throw WeirException.invalidArgument(
          "indices must not have more columns than the variable has dimensions: variable is %s,"
              + " indices %s",
          variable, indices);
    }
  }

  private static Shape shape(Shape variable, Shape indices) {
    return indices
        .slice(0, indices.rank() - 1)
        .concat(variable.slice((int) indices.size(-1), variable.rank()));
  }

  @Override
  public boolean onlyReads() {
    return true;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.outputDtype(0);
    return context -> {
      Tensor value = Variables.read(context, dtype);
      try {
        gather(context, value, context.input(1));
      } finally {
        value.buffer().release();
      }
    };
  }

  private static void gather(KernelContext context, Tensor from, Tensor indices) {
    requireFits(from.shape(), indices.shape());
    Places places = Places.of(indices, from.shape(), false);
    Tensor out = context.allocate(0, shape(from.shape(), indices.shape()));
    if (out.elements() > 0 && FastRows.gather(context, from, places.rows(), out)) {
      return;
    }
    ElementCopier copier = ElementCopier.of(from, out);
    long size = places.sliceSize();
    for (long n = 0; n < places.count(); n++) {
      copier.copy(places.at(n), n * size, size);
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output value =
              on.node("ReadVariableOp")
                  .input(context.input(0))
                  .attr("dtype", context.output(0).dtype())
                  .build()
                  .output(0);
          return GatherGradients.slices(on, context, value, context.input(1));
        });
  }
}
