package dev.weir.checkpoint.ops;

import dev.weir.checkpoint.CheckpointWriter;
import dev.weir.checkpoint.ShapeAndSlice;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Saves tensors as the checkpoint of a prefix. An entry of {@code shape_and_slices} is empty for a
 * whole tensor, or {@code 10 4 0,5:-} for a part of one of shape {@code [10,4]}.
 */
final class SaveV2 extends CheckpointOp {
  private static final int FIRST_TENSOR = 3;

  SaveV2() {
    super(
        "SaveV2(prefix: string, tensor_names: string, shape_and_slices: string,"
            + " tensors: dtypes...) -> () dtypes:list(type) >=1; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    requireVector(context, 1, context.inputCount() - FIRST_TENSOR);
    requireVector(context, 2, context.inputCount() - FIRST_TENSOR);
    return List.of();
  }

  @Override
  public NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SaveV2::save;
  }

  private static void save(KernelContext context) {
    Tensor names = context.input(1);
    Tensor slices = context.input(2);
    try (CheckpointWriter writer =
        CheckpointWriter.create(context.file(context.input(0).getString(0)), context.parallel())) {
      for (int i = 0; i < names.elements(); i++) {
        context.checkCancelled();
        Tensor tensor = context.input(FIRST_TENSOR + i);
        String slice = slices.getString(i);
        if (slice.isEmpty()) {
          writer.add(names.getString(i), tensor);
        } else {
          writer.addSlice(names.getString(i), ShapeAndSlice.parse(slice), tensor);
        }
      }
      writer.finish();
    }
  }

  @Override
  public String notDifferentiable() {
    return "it has no outputs";
  }
}
