package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums of products of elements of one or two tensors, chosen by an equation in Einstein's notation:
 * {@code "ij,jk->ik"} is a matrix product, {@code "bij->bji"} a transposition, {@code "ii->"} a
 * trace. Letters that the output lacks are summed over; a letter that occurs twice in an input
 * takes its diagonal, in the output fills only the diagonal. {@code ...} stands for any dimensions,
 * which broadcast.
 */
final class Einsum extends Op {
  Einsum() {
    super("Einsum(inputs: N*T) -> (output: T) equation:string; N:int >=1; T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    EinsumEquation equation = EinsumEquation.parse(context.attrs().string("equation"));
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < context.inputCount(); i++) {
      shapes.add(context.input(i));
    }
    return List.of(equation.resultShape(shapes));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    EinsumEquation equation = EinsumEquation.parse(spec.attrs().string("equation"));
    DType dtype = spec.inputDtype(0);
    if (!dtype.isFloating() && !dtype.isInteger() && !dtype.isComplex()) {
      throw WeirException.unimplemented("elements of type %s cannot be multiplied", dtype);
    }
    return context -> new EinsumLoop(context, equation).run();
  }

  @Override
  public void gradient(GradientContext context) {
    for (int i = 0; i < context.node().inputs().size(); i++) {
      int input = i;
      context.flow(i, () -> new EinsumGradient(context).build(input));
    }
  }
}
