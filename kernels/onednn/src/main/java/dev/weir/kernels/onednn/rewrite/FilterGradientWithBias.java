package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** {@code Conv2DBackpropFilter} that also sums up the gradient for the bias that was added. */
public final class FilterGradientWithBias extends InternalOp {
  /** The name of the op. */
  public static final String NAME = "_Conv2DBackpropFilterWithBias";

  private final OpDefinition filterGradient;

  FilterGradientWithBias(OpDefinition filterGradient) {
    super(withBias(filterGradient.signature()));
    this.filterGradient = filterGradient;
  }

  private static Signature withBias(Signature one) {
    List<Signature.Arg> outputs = new ArrayList<>(one.outputs());
    Signature.Arg first = outputs.getFirst();
    outputs.add(
        new Signature.Arg("bias_gradient", first.type(), first.typeAttr(), false, null, false));
    return new Signature(NAME, one.inputs(), outputs, one.attrs(), false, false, false, false);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape filter = filterGradient.inferShapes(context).getFirst();
    return List.of(filter, Shape.of(filter.hasRank() ? filter.size(3) : -1));
  }

  @Override
  public double workPerByte() {
    return filterGradient.workPerByte();
  }
}
