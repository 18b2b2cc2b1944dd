package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.Gathering;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The rows of a variable that {@code indices} name. With {@code batch_dims} the first dimensions of
 * both are the same, and rows are taken from each part of the variable by the indices at the same
 * place.
 */
final class ResourceGather extends Op {
  ResourceGather() {
    super(
        "ResourceGather(resource: resource, indices: Tindices) -> (output: dtype) batch_dims:int=0;"
            + " validate_indices:bool=true; dtype:type; Tindices:type in [int32, int64]; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Attributes attrs = context.attrs();
    int batch = batch(attrs);
    Shape variable = Variables.shape(context, attrs.type("dtype"));
    if (variable.hasRank() && variable.rank() < batch + 1) {
      throw context.invalid(
          "the variable needs more than %d dimensions (batch_dims), it is %s", batch, variable);
    }
    Shape indices = context.requireRankAtLeast(1, batch);
    if (!variable.hasRank() || !indices.hasRank()) {
      return List.of(Shape.unknown());
    }
    requireSameBatch(variable, indices, batch);
    return List.of(Gathering.shape(variable, indices, batch, batch));
  }

  private static int batch(Attributes attrs) {
    long batch = attrs.integer("batch_dims");
    if (batch < 0) {
      throw WeirException.invalidArgument("batch_dims must not be negative, got %d", batch);
    }
    return Math.toIntExact(batch);
  }

  private static void requireSameBatch(Shape variable, Shape indices, int batch) {
    if (!variable.slice(0, batch).isCompatibleWith(indices.slice(0, batch))) {
      throw WeirException.invalidArgument(
          "the first %d sizes (batch_dims) must be equal: variable is %s, indices %s",
          batch, variable, indices);
    }
  }

  @Override
  public boolean onlyReads() {
    return true;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.outputDtype(0);
    int batch = batch(spec.attrs());
    return context -> {
      Tensor value = Variables.read(context, dtype);
      try {
        gather(context, value, context.input(1), batch);
      } finally {
        value.buffer().release();
      }
    };
  }

  private static void gather(KernelContext context, Tensor from, Tensor indices, int batch) {
    Shape shape = from.shape();
    if (shape.rank() < batch + 1) {
      throw WeirException.invalidArgument(
          "the variable needs more than %d dimensions (batch_dims), it is %s", batch, shape);
    }
    requireSameBatch(shape, indices.shape(), batch);
    Gathering.gather(context, from, indices, batch, batch);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output indices = context.input(1);
    long batchDims = context.node().attrs().integer("batch_dims");
    if (batchDims == 0) {
      context.flowSlices(
          0,
          () -> {
            Output shape = on.op("VariableShape", context.input(0));
            return GatherGradients.rowsOf(on, shape, indices, context.gradient());
          });
    } else {
      Output axis = on.scalar(batchDims, DType.INT32);
      context.flow(
          0,
          () ->
              GatherGradients.whole(
                  on, value(on, context), indices, axis, batchDims, context.gradient()));
    }
  }

  private static Output value(GradientOps on, GradientContext context) {
    return on.node("ReadVariableOp")
        .input(context.input(0))
        .attr("dtype", context.output(0).dtype())
        .build()
        .output(0);
  }
}
