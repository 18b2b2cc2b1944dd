package dev.weir.runtime.device;

import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.MatrixProducts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the kernel of a node: that of the first provider, by priority, which has one, else the
 * op's own reference kernel. Providers are looked for once per process, and what was found, or why
 * one cannot be used, is logged once.
 */
public final class KernelSelector {
  private static final Logger LOG = LoggerFactory.getLogger(KernelSelector.class);

  private final List<KernelProvider> providers;
  private final Optional<ElementMoves> moves;

  /** Only these providers, in this order, before the reference kernels. */
  public KernelSelector(List<KernelProvider> providers) {
    this.providers = List.copyOf(providers);
    this.moves = providers.stream().flatMap(provider -> provider.moves().stream()).findFirst();
  }

  /** A kernel and where it is from. */
  public record Choice(String provider, Kernel kernel) {}

  /** All providers on the class path that work on this machine. */
  public static KernelSelector standard() {
    return Standard.SELECTOR;
  }

  /** Only the reference kernels. */
  public static KernelSelector reference() {
    return new KernelSelector(List.of());
  }

  private static final class Standard {
    static final KernelSelector SELECTOR = new KernelSelector(available());
  }

  private static List<KernelProvider> available() {
    List<KernelProvider> found = new ArrayList<>();
    for (KernelProvider provider : ServiceLoader.load(KernelProvider.class)) {
      String reason = provider.unavailableBecause();
      if (reason == null) {
        LOG.info("kernels: {} ({})", provider.name(), provider.describe());
        found.add(provider);
      } else {
        LOG.info("kernels: no {}, because {}", provider.name(), reason);
      }
    }
    found.sort(Comparator.comparingInt(KernelProvider::priority).reversed());
    return found;
  }

  /** The providers, the preferred one first. */
  public List<KernelProvider> providers() {
    return providers;
  }

  /** The passes of all providers, those of the preferred one first. */
  public List<GraphPass> passes() {
    return providers.stream().flatMap(provider -> provider.passes().stream()).toList();
  }

  /** The matrix products of the preferred provider that has some. */
  public Optional<MatrixProducts> products() {
    return providers.stream().flatMap(provider -> provider.products().stream()).findFirst();
  }

  /** The fast moves of elements of the preferred provider that has some. */
  public Optional<ElementMoves> moves() {
    return moves;
  }

  /** The kernel for a node. */
  public Choice choose(Node node) {
    KernelSpec spec = KernelSpec.of(node);
    for (KernelProvider provider : providers) {
      Optional<Kernel> kernel = provider.kernel(spec);
      if (kernel.isPresent()) {
        return new Choice(provider.name(), kernel.get());
      }
    }
    return new Choice("reference", node.op().kernel(spec));
  }
}
