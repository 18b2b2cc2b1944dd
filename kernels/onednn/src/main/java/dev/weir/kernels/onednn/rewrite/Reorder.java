package dev.weir.kernels.onednn.rewrite;

import dev.weir.error.WeirException;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** Puts the elements of images into {@linkplain BlockedOp blocked} order, or back. */
public final class Reorder implements OpDefinition {
  /** The name of the op. */
  public static final String NAME = "_Reorder";

  private static final Signature SIGNATURE =
      Signature.of(
          NAME
              + "(images: float) -> (reordered: float) data_format:string=\"NHWC\" in [\"NHWC\","
              + " \"NCHW\"]; to_blocked:bool;");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.input(0));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    throw WeirException.internal("only oneDNN has a kernel for %s", spec.op());
  }

  @Override
  public String notDifferentiable() {
    return "it is made after differentiation";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Reorder;
  }

  @Override
  public int hashCode() {
    return NAME.hashCode();
  }
}
