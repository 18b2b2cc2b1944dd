package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * A step of gradient descent whose gradient is a product: {@code var ← var - alpha a b}, without
 * ever storing the product.
 */
public final class DescendByProduct extends InternalOp {
  /** The name of the op. */
  public static final String NAME = "_DescendByProduct";

  private static final Signature SIGNATURE =
      Signature.of(
          NAME
              + "(var: resource, alpha: float, a: float, b: float) -> () transpose_a:bool;"
              + " transpose_b:bool; stateful");

  /** Made by its pass. */
  DescendByProduct() {
    super(SIGNATURE);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    Shape a = context.requireRank(2, 2);
    Shape b = context.requireRank(3, 2);
    boolean transposeA = context.attrs().bool("transpose_a");
    boolean transposeB = context.attrs().bool("transpose_b");
    Shape inner = Shape.of(a.size(transposeA ? 0 : 1));
    if (!inner.isCompatibleWith(Shape.of(b.size(transposeB ? 1 : 0)))) {
      throw context.invalid(
          "the inner dimensions must be equal: %s, %s", context.describe(2), context.describe(3));
    }
    Shape product = Shape.of(a.size(transposeA ? 1 : 0), b.size(transposeB ? 0 : 1));
    Node.HandleData handle = context.handle(0);
    if (handle != null && !handle.shape().isCompatibleWith(product)) {
      throw context.invalid(
          "the gradient must have the shape of var: %s and %s", product, handle.shape());
    }
    return List.of();
  }
}
