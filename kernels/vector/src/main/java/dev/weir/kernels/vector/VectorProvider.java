package dev.weir.kernels.vector;

import dev.weir.graph.GraphPass;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.kernels.vector.internal.data.DataKernels;
import dev.weir.kernels.vector.internal.fusion.CompileClusters;
import dev.weir.kernels.vector.internal.gemm.GemmKernels;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.Lanes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Kernels in Java over the Vector API. */
public final class VectorProvider implements KernelProvider {
  private static final String MODULE = "jdk.incubator.vector";

  /** In a class of its own: without the module it must not be touched. */
  private static final class Holder {
    static final KernelTable TABLE = VectorKernels.all();
  }

  @Override
  public String name() {
    return "vector";
  }

  @Override
  public int priority() {
    return 100;
  }

  @Override
  public @Nullable String unavailableBecause() {
    return unavailableBecause(ModuleLayer.boot().findModule(MODULE).isPresent());
  }

  static @Nullable String unavailableBecause(boolean hasModule) {
    return hasModule
        ? null
        : "the Vector API is not there: start Java with --add-modules=" + MODULE;
  }

  @Override
  public String describe() {
    return "Vector API, " + Lanes.BYTES * Byte.SIZE + " bits";
  }

  @Override
  public Optional<MatrixProducts> products() {
    return Optional.of(GemmKernels.products());
  }

  @Override
  public Optional<ElementMoves> moves() {
    return Optional.of(DataKernels.moves());
  }

  @Override
  public Optional<Kernel> kernel(KernelSpec spec) {
    return Holder.TABLE.find(spec);
  }

  @Override
  public List<GraphPass> passes() {
    return List.of(new CompileClusters(() -> Holder.TABLE));
  }

  @Override
  public Set<String> ops() {
    return Holder.TABLE.ops();
  }
}
