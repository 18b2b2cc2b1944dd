package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Adds a product to a variable in float32, in place if no other reference to its value exists. */
final class DescendByProductOneDnnKernel implements Kernel {
  private final boolean transposeA;
  private final boolean transposeB;

  DescendByProductOneDnnKernel(KernelSpec spec) {
    this.transposeA = spec.attrs().bool("transpose_a");
    this.transposeB = spec.attrs().bool("transpose_b");
  }

  @Override
  public void compute(KernelContext context) {
    ResourceHandle handle = (ResourceHandle) context.input(0).getObject(0);
    Variable variable = context.resources().find(handle.container(), handle.name(), Variable.class);
    if (variable == null || !variable.isInitialized()) {
      throw WeirException.failedPrecondition(
          "variable %s has no value: it was never assigned to, or it was reset or destroyed since",
          handle.name());
    }
    variable.update(value -> descended(context, value));
  }

  private Tensor descended(KernelContext context, Tensor value) {
    Tensor a = context.input(2);
    Tensor b = context.input(3);
    long m = a.shape().size(transposeA ? 1 : 0);
    long k = a.shape().size(transposeA ? 0 : 1);
    long n = b.shape().size(transposeB ? 0 : 1);
    if (value.dtype() != DType.FLOAT32) {
      throw WeirException.invalidArgument(
          "var must hold what the gradient is made of, float32: it holds %s%s",
          value.dtype(), value.shape());
    }
    if (!value.shape().equals(Shape.of(m, n))) {
      throw WeirException.invalidArgument(
          "the gradient must have the shape of var: %s and %s", Shape.of(m, n), value.shape());
    }
    if (value.elements() == 0 || k == 0) {
      return value;
    }
    boolean isOurs = value.buffer().isExclusive() && !value.isFrozen();
    Tensor changed = isOurs ? value : copy(context, value);
    MatMulSpec spec = MatMulSpec.of(DataType.F32, m, k, n, transposeA, transposeB);
    float alpha = context.input(1).getFloat(0);
    PrimitiveRunner runner = PrimitiveRunner.shared();
    runner.within(
        context.parallel().threads(),
        spec.flops(),
        threads -> runner.gemm(spec, threads, -alpha, bytes(a), bytes(b), 1, bytes(changed)));
    return changed;
  }

  /** A copy that stays: its reference becomes the variable's. */
  private static Tensor copy(KernelContext context, Tensor value) {
    Tensor copy = context.scratch(value.dtype(), value.shape()).retained();
    copy.copyFrom(value, 0, 0, value.elements());
    return copy;
  }
}
