package dev.weir.train;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.array.ArrayOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Builds the update of one variable, for an optimizer. */
public final class OptimizerStep {
  private final Model model;
  private final Ops ops;
  private final Output past;
  private final Output rate;

  OptimizerStep(Model model, Ops ops, Output past, Output rate) {
    this.model = model;
    this.ops = ops;
    this.past = past;
    this.rate = rate;
  }

  /** Builds nodes where the variable is. */
  public Ops ops() {
    return ops;
  }

  /** The learning rate in the variable's element type. */
  public Output rate(GraphVariable variable) {
    return in(variable, rate);
  }

  /** How many steps were made before, in the variable's element type. */
  public Output past(GraphVariable variable) {
    return in(variable, past);
  }

  private Output in(GraphVariable variable, Output value) {
    return variable.dtype() == DType.FLOAT32 ? value : ops.math.cast(value, variable.dtype());
  }

  /** A number in the variable's element type. */
  public Output number(GraphVariable variable, double value) {
    Tensor scalar = Tensor.allocate(variable.dtype(), Shape.scalar());
    scalar.setDouble(0, value);
    return ops.constant(scalar.freeze());
  }

  /** A slot of a variable: shaped like it, initialized with one number. */
  public GraphVariable slot(GraphVariable variable, String name, double initial) {
    Output initialValue = variable.initializer().input(1);
    Output start = ops.array.fill(ops.array.shape(initialValue), number(variable, initial));
    return model.companion(variable, name, ops.control.ensureShape(start, variable.shape()));
  }

  /** Rows of which none is named twice: those with the same name are added. */
  IndexedSlices eachOnce(IndexedSlices rows) {
    ArrayOps.Distinct unique = ops.array.unique(rows.indices());
    Operand count = ops.array.size(unique.y());
    return new IndexedSlices(
        ops.math.unsortedSegmentSum(rows.values(), unique.idx(), count),
        unique.y(),
        rows.denseShape());
  }
}
