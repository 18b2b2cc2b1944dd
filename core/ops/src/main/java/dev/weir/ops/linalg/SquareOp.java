package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** An op that makes a matrix of the same size of each square matrix. */
abstract class SquareOp extends Op {
  SquareOp(String signature) {
    super(signature);
  }

  abstract Matrix apply(Matrix matrix, Attributes attrs);

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    long size = Batches.square(context, 0);
    return List.of(Batches.matrices(Batches.batch(context, 0), size, size));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor input = context.input(0);
      Tensor output = context.allocate(0, input.shape());
      if (output.elements() == 0) {
        return; // there may be more matrices than can be counted through
      }
      Batches.forEach(
          context,
          Batches.batch(input.shape()),
          i -> apply(Matrix.read(input, i), spec.attrs()).write(output, i));
    };
  }
}
