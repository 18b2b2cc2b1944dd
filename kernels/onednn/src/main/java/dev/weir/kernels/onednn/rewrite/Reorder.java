package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.tensor.Shape;
import java.util.List;

/** Puts the elements of images into {@linkplain BlockedOp blocked} order, or back. */
public final class Reorder extends InternalOp {
  /** The name of the op. */
  public static final String NAME = "_Reorder";

  private static final Signature SIGNATURE =
      Signature.of(
          NAME
              + "(images: float) -> (reordered: float) data_format:string=\"NHWC\" in [\"NHWC\","
              + " \"NCHW\"]; to_blocked:bool;");

  /** Made by its pass. */
  Reorder() {
    super(SIGNATURE);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.input(0));
  }
}
