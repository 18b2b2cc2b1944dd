package dev.weir.ops.control;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** Prints a string. */
final class PrintV2 extends Op {
  PrintV2() {
    super(
        "PrintV2(input: string) -> () output_stream:string=\"stderr\"; end:string=\"\n"
            + "\"; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String end = spec.attrs().string("end");
    return context -> context.log(context.input(0).getString(0) + (end.equals("\n") ? "" : end));
  }

  @Override
  public String notDifferentiable() {
    return "it has no outputs";
  }
}
