package dev.weir.ops.control;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Ends the step with an error that says {@code error_msg}. TensorFlow ends the whole process; a
 * graph has no such power here.
 */
final class Abort extends Op {
  Abort() {
    super("Abort() -> () error_msg:string=\"\"; exit_without_error:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String message = "Abort_op intentional failure; " + spec.attrs().string("error_msg");
    return context -> {
      throw new WeirException(ErrorCode.ABORTED, message);
    };
  }

  @Override
  public String notDifferentiable() {
    return "it has no outputs";
  }
}
