package dev.weir.ops.control;

import dev.weir.error.ErrorCode;
import dev.weir.graph.GradientContext;

/** Its input; asking for a gradient through it is an error with its {@code message}. */
final class PreventGradient extends Passing {
  PreventGradient() {
    super("PreventGradient(input: T) -> (output: T) T:type; message:string=\"\";");
  }

  @Override
  public void gradient(GradientContext context) {
    String message = context.node().attrs().string("message");
    throw context
        .node()
        .error(ErrorCode.UNIMPLEMENTED, "a gradient through it is refused: " + message);
  }
}
