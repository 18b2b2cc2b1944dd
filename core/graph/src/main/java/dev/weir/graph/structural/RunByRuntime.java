package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** Base of ops that the runtime runs itself, without a kernel. */
abstract class RunByRuntime implements OpDefinition {
  private final Signature signature;
  private final NodeKind kind;

  RunByRuntime(String signature, NodeKind kind) {
    this.signature = Signature.of(signature);
    this.kind = kind;
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  @Override
  public final NodeKind kind() {
    return kind;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      throw new IllegalStateException(spec.op() + " is carried out by the runtime");
    };
  }
}
