package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Fusion;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * {@code product = f(a b)}, the product of two matrices with a bias added to every row, and with an
 * activation if there is one: all that {@code fused_ops} names, in one node. Where there is nothing
 * to sum, {@code a b} is 0 and the bias is what is left.
 *
 * <p>Made by compilers of graphs; a program has no need of it.
 */
final class FusedMatMul extends Op {
  private static final int OPERANDS = 2;

  private final MatMul product = new MatMul();

  FusedMatMul() {
    super(
        "_FusedMatMul(a: T, b: T, args: num_args*T) -> (product: T) transpose_a:bool=false;"
            + " transpose_b:bool=false; T:type in [bfloat16, half, float]; num_args:int >=0;"
            + " fused_ops:list(string)=[]; epsilon:float=1.0E-4; leakyrelu_alpha:float=0.2;");
  }

  private static Fusion fusion(Attributes attrs) {
    return Fusion.of(attrs, "NHWC", false);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    List<Shape> shapes = product.inferShapes(context);
    fusion(context.attrs()).check(context, shapes.getFirst(), context.inputCount() - OPERANDS);
    return shapes;
  }

  @Override
  public String notDifferentiable() {
    return "it is made of ops that are, after gradients were taken";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return fusion(spec.attrs()).after(product.kernel(spec), spec);
  }
}
