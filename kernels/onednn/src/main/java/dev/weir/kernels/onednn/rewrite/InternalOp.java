package dev.weir.kernels.onednn.rewrite;

import dev.weir.error.WeirException;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** An op that only passes insert: it is not registered, and has only a kernel of oneDNN. */
abstract class InternalOp implements OpDefinition {
  private final Signature signature;

  InternalOp(Signature signature) {
    this.signature = signature;
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    throw WeirException.internal("only oneDNN has a kernel for %s", spec.op());
  }

  @Override
  public final String notDifferentiable() {
    return "it is made after differentiation";
  }
}
