package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.onednn.rewrite.BlockedOp;
import dev.weir.kernels.onednn.rewrite.FilterGradientWithBias;
import dev.weir.kernels.onednn.rewrite.Reorder;
import dev.weir.kernels.onednn.rewrite.WindowLimits;
import dev.weir.tensor.DType;
import java.util.Optional;
import java.util.Set;

/** The kernels of neural networks: convolutions, pooling, normalization of batches. */
final class NeuralKernels {
  private static final Set<String> CONVOLUTIONS =
      Set.of(
          "Conv2D",
          "_FusedConv2D",
          FilterGradientWithBias.NAME,
          "Conv2DBackpropInput",
          "Conv2DBackpropFilter",
          "DepthwiseConv2dNative",
          "DepthwiseConv2dNativeBackpropInput",
          "DepthwiseConv2dNativeBackpropFilter",
          "Conv3D",
          "Conv3DBackpropInputV2",
          "Conv3DBackpropFilterV2");
  private static final Set<String> POOLS =
      Set.of(
          "MaxPool",
          "MaxPoolGrad",
          "AvgPool",
          "AvgPoolGrad",
          "MaxPool3D",
          "MaxPool3DGrad",
          "AvgPool3D",
          "AvgPool3DGrad");
  private static final Set<String> NORMS =
      Set.of(
          "FusedBatchNorm",
          "FusedBatchNormV2",
          "FusedBatchNormV3",
          "FusedBatchNormGrad",
          "FusedBatchNormGradV2",
          "FusedBatchNormGradV3");

  private NeuralKernels() {}

  static Set<String> ops() {
    Set<String> all = new java.util.HashSet<>(CONVOLUTIONS);
    all.addAll(POOLS);
    all.addAll(NORMS);
    return Set.copyOf(all);
  }

  /** A kernel for a node, if there is one for its types and attributes. */
  static Optional<Kernel> of(KernelSpec spec) {
    if (!isSingle(spec)) {
      return Optional.empty();
    }
    String op = BlockedOp.plainName(spec.op());
    int block = BlockedOp.isBlocked(spec.op()) ? channelsInBlock() : 0;
    if (op.equals(Reorder.NAME)) {
      return Optional.of(new ReorderOneDnnKernel(spec, channelsInBlock()));
    }
    if (op.equals("_FusedConv2D") && !Epilogue.handles(spec)) {
      return Optional.empty();
    }
    if ((CONVOLUTIONS.contains(op) || POOLS.contains(op)) && !WindowLimits.areSmall(spec.attrs())) {
      return Optional.empty();
    }
    if (CONVOLUTIONS.contains(op)) {
      return Optional.of(ConvolutionOneDnnKernel.of(spec, op, block));
    }
    if (POOLS.contains(op)) {
      return PoolingOneDnnKernel.handles(spec)
          ? Optional.of(PoolingOneDnnKernel.of(spec, op, block))
          : Optional.empty();
    }
    return NORMS.contains(op) ? Optional.of(BatchNormOneDnnKernel.of(spec)) : Optional.empty();
  }

  /** How many channels fill a vector register, which is the fastest block size for convolutions. */
  static int channelsInBlock() {
    return InstructionSet.hasAvx512(Dnnl.effectiveCpuIsa()) ? 16 : 8;
  }

  /** Whether all numbers that are computed with are float32; integers are sizes. */
  private static boolean isSingle(KernelSpec spec) {
    return spec.inputDtypes().stream()
            .allMatch(type -> type == DType.FLOAT32 || type == DType.INT32 || type == DType.INT64)
        && spec.outputDtypes().stream().allMatch(type -> type == DType.FLOAT32);
  }
}
