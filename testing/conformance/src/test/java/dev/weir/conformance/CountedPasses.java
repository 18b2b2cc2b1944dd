package dev.weir.conformance;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.runtime.device.KernelSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The kernels that are used where speed matters, with a count of how often their passes fire. */
final class CountedPasses {
  private final Map<String, Integer> fired = new ConcurrentSkipListMap<>();

  KernelSelector kernels() {
    return new KernelSelector(
        KernelSelector.standard().providers().stream()
            .<KernelProvider>map(CountedProvider::new)
            .toList());
  }

  /** How often each pass changed a graph. */
  Map<String, Integer> fired() {
    return fired;
  }

  private final class CountedProvider implements KernelProvider {
    private final KernelProvider provider;

    CountedProvider(KernelProvider provider) {
      this.provider = provider;
    }

    @Override
    public String name() {
      return provider.name();
    }

    @Override
    public int priority() {
      return provider.priority();
    }

    @Override
    public @Nullable String unavailableBecause() {
      return provider.unavailableBecause();
    }

    @Override
    public String describe() {
      return provider.describe();
    }

    @Override
    public Optional<Kernel> kernel(KernelSpec spec) {
      return provider.kernel(spec);
    }

    @Override
    public Optional<MatrixProducts> products() {
      return provider.products();
    }

    @Override
    public Set<String> ops() {
      return provider.ops();
    }

    @Override
    public List<GraphPass> passes() {
      return provider.passes().stream().<GraphPass>map(CountedPass::new).toList();
    }
  }

  private final class CountedPass implements GraphPass {
    private final GraphPass pass;

    CountedPass(GraphPass pass) {
      this.pass = pass;
    }

    @Override
    public String name() {
      return pass.name();
    }

    @Override
    public Graph apply(Graph graph, Set<String> kept) {
      Graph after = pass.apply(graph, kept);
      if (after != graph) {
        fired.merge(name(), 1, Integer::sum);
      }
      return after;
    }
  }
}
