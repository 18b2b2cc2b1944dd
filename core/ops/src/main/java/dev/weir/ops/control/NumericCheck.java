package dev.weir.ops.control;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Tensor;

/** Its input, refused if an element is NaN or infinite. */
abstract class NumericCheck extends Passing {
  private final boolean tellsSigns;

  NumericCheck(String signature, boolean tellsSigns) {
    super(signature);
    this.tellsSigns = tellsSigns;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String message = spec.attrs().string("message");
    return context -> {
      Tensor tensor = context.input(0);
      check(tensor, message);
      context.set(0, tensor.retained());
    };
  }

  private void check(Tensor tensor, String message) {
    boolean hasNan = false;
    boolean hasPositive = false;
    boolean hasNegative = false;
    for (long i = 0; i < tensor.elements(); i++) {
      double value = tensor.getDouble(i);
      hasNan |= Double.isNaN(value);
      hasPositive |= value == Double.POSITIVE_INFINITY;
      hasNegative |= value == Double.NEGATIVE_INFINITY;
    }
    if (!hasNan && !hasPositive && !hasNegative) {
      return;
    }
    String infinite =
        tellsSigns
            ? (hasNegative ? "-Inf " : "") + (hasPositive ? "+Inf " : "")
            : (hasNegative || hasPositive ? "Inf " : "");
    String found = (infinite + (hasNan ? "NaN" : "")).strip().replace(" ", " and ");
    throw WeirException.invalidArgument("%s : Tensor had %s values", message, found);
  }

  @Override
  public void gradient(GradientContext context) {
    context.pass(0, 0);
  }
}
