package dev.weir.kernels.onednn;

import dev.weir.graph.Attributes;
import dev.weir.graph.GraphPass;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.kernels.onednn.rewrite.ChooseLayouts;
import dev.weir.kernels.onednn.rewrite.DescendByProduct;
import dev.weir.kernels.onednn.rewrite.DescendWithoutGradients;
import dev.weir.kernels.onednn.rewrite.FuseBiasGradients;
import dev.weir.kernels.onednn.rewrite.FusePostOps;
import dev.weir.tensor.DType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Matrix products and the ops of neural networks, by oneDNN: all in float32, whose results are
 * rounded if numbers have 16 bits.
 */
public final class OneDnnProvider implements KernelProvider {
  private static final Set<String> OPS =
      Set.of("MatMul", "_FusedMatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3");

  @Override
  public String name() {
    return "onednn";
  }

  /** Asked before the kernels in Java. */
  @Override
  public int priority() {
    return 200;
  }

  @Override
  public @Nullable String unavailableBecause() {
    return OneDnnLibrary.unavailableBecause().orElse(null);
  }

  @Override
  public String describe() {
    return OneDnnLibrary.description().orElse("not loaded")
        + ", "
        + InstructionSet.describe(Dnnl.effectiveCpuIsa());
  }

  @Override
  public Set<String> ops() {
    Set<String> all = new HashSet<>(OPS);
    all.addAll(NeuralKernels.ops());
    return Set.copyOf(all);
  }

  @Override
  public Optional<MatrixProducts> products() {
    return Optional.of(new OneDnnProducts());
  }

  @Override
  public Optional<Kernel> kernel(KernelSpec spec) {
    if (spec.op().equals(DescendByProduct.NAME)) {
      return Optional.of(new DescendByProductOneDnnKernel(spec));
    }
    return WidenedKernel.isFor(spec)
        ? single(WidenedKernel.widened(spec)).map(kernel -> new WidenedKernel(spec, kernel))
        : single(spec);
  }

  /** A kernel for a node whose numbers are float32. */
  private static Optional<Kernel> single(KernelSpec spec) {
    if (!OPS.contains(spec.op())) {
      return NeuralKernels.of(spec);
    }
    if (spec.inputDtype(0) != DType.FLOAT32
        || spec.inputDtype(1) != DType.FLOAT32
        || spec.outputDtype(0) != DType.FLOAT32) {
      return Optional.empty();
    }
    Attributes attrs = spec.attrs();
    return switch (spec.op()) {
      case "MatMul" ->
          Optional.of(new MatMulOneDnnKernel(attrs.bool("transpose_a"), attrs.bool("transpose_b")));
      case "_FusedMatMul" ->
          Epilogue.handles(spec)
              ? Optional.of(new FusedMatMulOneDnnKernel(spec))
              : Optional.empty();
      default -> Optional.of(new BatchMatMulOneDnnKernel(attrs.bool("adj_x"), attrs.bool("adj_y")));
    };
  }

  @Override
  public List<GraphPass> passes() {
    return List.of(
        new FusePostOps(),
        new FuseBiasGradients(),
        new DescendWithoutGradients(),
        new ChooseLayouts(NeuralKernels.channelsInBlock()));
  }
}
