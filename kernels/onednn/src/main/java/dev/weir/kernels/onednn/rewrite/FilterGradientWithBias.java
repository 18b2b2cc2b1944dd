package dev.weir.kernels.onednn.rewrite;

import dev.weir.error.WeirException;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** {@code Conv2DBackpropFilter} that also sums up the gradient for the bias that was added. */
public final class FilterGradientWithBias implements OpDefinition {
  /** The name of the op. */
  public static final String NAME = "_Conv2DBackpropFilterWithBias";

  private final OpDefinition filterGradient;
  private final Signature signature;

  FilterGradientWithBias(OpDefinition filterGradient) {
    this.filterGradient = filterGradient;
    Signature one = filterGradient.signature();
    List<Signature.Arg> outputs = new ArrayList<>(one.outputs());
    Signature.Arg first = outputs.getFirst();
    outputs.add(
        new Signature.Arg("bias_gradient", first.type(), first.typeAttr(), false, null, false));
    this.signature =
        new Signature(NAME, one.inputs(), outputs, one.attrs(), false, false, false, false);
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape filter = filterGradient.inferShapes(context).getFirst();
    return List.of(filter, Shape.of(filter.hasRank() ? filter.size(3) : -1));
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
  public double workPerByte() {
    return filterGradient.workPerByte();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FilterGradientWithBias that
        && filterGradient.equals(that.filterGradient);
  }

  @Override
  public int hashCode() {
    return filterGradient.hashCode() + 2;
  }
}
