package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import java.util.List;

/**
 * A kernel for bfloat16 or float16 made of one for float32: inputs are widened, results rounded
 * once. oneDNN has primitives for these types only where the CPU computes with them.
 */
final class WidenedKernel implements Kernel {
  private final Kernel single;
  private final List<DType> outputs;

  /**
   * A kernel for a node.
   *
   * @param single what computes it in float32
   */
  WidenedKernel(KernelSpec spec, Kernel single) {
    this.single = single;
    this.outputs = spec.outputDtypes();
  }

  /**
   * Whether a node has numbers that must be widened; fused ones round after each of their steps.
   */
  static boolean isFor(KernelSpec spec) {
    return !spec.op().startsWith("_")
        && (spec.inputDtypes().stream().anyMatch(Widening::handles)
            || spec.outputDtypes().stream().anyMatch(Widening::handles));
  }

  /** This node with float32 in place of narrower types. */
  static KernelSpec widened(KernelSpec spec) {
    return new KernelSpec(
        spec.op(),
        spec.node(),
        spec.attrs(),
        spec.inputDtypes().stream().map(WidenedKernel::widened).toList(),
        spec.outputDtypes().stream().map(WidenedKernel::widened).toList(),
        spec.inputShapes());
  }

  private static DType widened(DType type) {
    return Widening.handles(type) ? DType.FLOAT32 : type;
  }

  @Override
  public void compute(KernelContext context) {
    WidenedContext wide = new WidenedContext(context, outputs);
    single.compute(wide);
    wide.finish();
  }
}
