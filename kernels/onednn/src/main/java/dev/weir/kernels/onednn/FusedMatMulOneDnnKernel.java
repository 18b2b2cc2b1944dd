package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/** {@code _FusedMatMul} in float32. */
final class FusedMatMulOneDnnKernel implements Kernel {
  private final boolean transposeA;
  private final boolean transposeB;
  private final Epilogue epilogue;

  FusedMatMulOneDnnKernel(KernelSpec spec) {
    this.transposeA = spec.attrs().bool("transpose_a");
    this.transposeB = spec.attrs().bool("transpose_b");
    this.epilogue = Epilogue.of(spec);
  }

  @Override
  public void compute(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    long m = a.shape().size(transposeA ? 1 : 0);
    long k = a.shape().size(transposeA ? 0 : 1);
    long n = b.shape().size(transposeB ? 0 : 1);
    Tensor c = context.allocate(0, Shape.of(m, n));
    if (c.elements() == 0) {
      return;
    }
    if (k == 0) { // sums of nothing are zero, as are those of one product with zero
      multiply(context, 1, zeros(context, m), zeros(context, n), c);
    } else {
      multiply(context, k, a, b, c);
    }
  }

  private static Tensor zeros(KernelContext context, long count) {
    Tensor zeros = context.scratch(DType.FLOAT32, Shape.of(count));
    zeros.buffer().fill(0, zeros.byteSize(), (byte) 0);
    return zeros;
  }

  private void multiply(KernelContext context, long k, Tensor a, Tensor b, Tensor c) {
    long m = c.shape().size(0);
    long n = c.shape().size(1);
    MatMulSpec product = MatMulSpec.of(DataType.F32, m, k, n, transposeA, transposeB);
    PrimitiveRunner runner = PrimitiveRunner.shared();
    if (epilogue.isLoop() && runner.prefersGemm(product)) {
      new Product(context, m, k, n, transposeA, transposeB).multiply(a, b, c);
      epilogue.apply(context, c);
      return;
    }
    MemorySegment[] data = epilogue.dataAfter(context, bytes(a), bytes(b), bytes(c));
    runner.within(
        context.parallel().threads(),
        product.flops(),
        threads ->
            runner.run(
                product.followedBy(epilogue),
                threads,
                bytes -> ConvolutionOneDnnKernel.scratch(context, bytes),
                data));
    epilogue.finish(context, c);
  }
}
