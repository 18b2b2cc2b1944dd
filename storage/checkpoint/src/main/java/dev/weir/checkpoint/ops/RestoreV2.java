package dev.weir.checkpoint.ops;

import dev.weir.checkpoint.CheckpointEntry;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.ShapeAndSlice;
import dev.weir.checkpoint.TensorSlice;
import dev.weir.error.WeirException;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads tensors from the checkpoint of a prefix; {@code shape_and_slices} as for {@link SaveV2}. A
 * slice need not be one that was saved: it is put together from what there is.
 */
final class RestoreV2 extends CheckpointOp {
  RestoreV2() {
    super(
        "RestoreV2(prefix: string, tensor_names: string, shape_and_slices: string) ->"
            + " (tensors: dtypes...) dtypes:list(type) >=1; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int outputs = context.attrs().types("dtypes").size();
    context.requireScalar(0);
    Shape names = context.requireRank(1, 1);
    Shape slices = context.requireRank(2, 1);
    if (!names.isCompatibleWith(slices)) {
      throw context.invalid(
          "there must be a slice for each name: %s, %s", context.describe(1), context.describe(2));
    }
    Tensor known = context.constant(2);
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < outputs; i++) {
      String slice = known == null || i >= known.elements() ? "" : known.getString(i);
      shapes.add(slice.isEmpty() ? Shape.unknown() : ShapeAndSlice.parse(slice).sliceShape());
    }
    requireVector(context, 1, outputs);
    requireVector(context, 2, outputs);
    return shapes;
  }

  @Override
  public NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> restore(context, spec.outputDtypes());
  }

  private static void restore(KernelContext context, List<DType> dtypes) {
    Tensor names = context.input(1);
    Tensor slices = context.input(2);
    try (CheckpointReader reader =
        CheckpointReader.open(
            context.file(context.input(0).getString(0)), context.parallel(), context::open)) {
      for (int i = 0; i < dtypes.size(); i++) {
        context.checkCancelled();
        CheckpointEntry entry = reader.entry(names.getString(i));
        if (entry.dtype() != dtypes.get(i)) {
          throw WeirException.invalidArgument(
              "tensor_names[%d] = %s: expected dtype %s does not equal the %s in the checkpoint %s",
              i, entry.name(), dtypes.get(i), entry.dtype(), reader.prefix());
        }
        TensorSlice slice = slice(entry, slices.getString(i));
        reader.requireAvailable(entry.name(), slice);
        Tensor tensor = context.allocate(i, slice.shapeIn(entry.shape()));
        reader.readInto(entry.name(), slice, tensor);
      }
    }
  }

  private static TensorSlice slice(CheckpointEntry entry, String text) {
    if (text.isEmpty()) {
      return TensorSlice.whole(entry.shape().rank());
    }
    ShapeAndSlice wanted = ShapeAndSlice.parse(text);
    if (!wanted.shape().equals(entry.shape())) {
      throw WeirException.invalidArgument(
          "Shape in shape_and_slice spec %s does not match the shape %s of tensor \"%s\" in the"
              + " checkpoint",
          text, entry.shape(), entry.name());
    }
    return wanted.slice();
  }

  @Override
  public String notDifferentiable() {
    return "its outputs come from a file";
  }
}
