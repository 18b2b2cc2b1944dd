package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;

/** Takes complex numbers apart, in gradients. */
final class ComplexParts {
  private ComplexParts() {}

  /** The element type of the parts of a complex type. */
  static DType dtype(DType complex) {
    return complex == DType.COMPLEX64 ? DType.FLOAT32 : DType.FLOAT64;
  }

  static Output real(GradientOps on, Output x) {
    return part(on, "Real", x);
  }

  static Output imaginary(GradientOps on, Output x) {
    return part(on, "Imag", x);
  }

  static Output absolute(GradientOps on, Output x) {
    return part(on, "ComplexAbs", x);
  }

  private static Output part(GradientOps on, String op, Output x) {
    return on.node(op).input(x).attr("Tout", dtype(x.dtype())).build().output(0);
  }
}
