package dev.weir.ops.state;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** The value of a variable as it is when this runs; later changes do not show. */
final class ReadVariableOp extends Op {
  ReadVariableOp() {
    super("ReadVariableOp(resource: resource) -> (value: dtype) dtype:type; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Variables.shape(context, context.attrs().type("dtype")));
  }

  @Override
  public boolean onlyReads() {
    return true;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.outputDtype(0);
    return context -> context.set(0, Variables.read(context, dtype));
  }

  @Override
  public void gradient(GradientContext context) {
    context.pass(0, 0);
  }
}
