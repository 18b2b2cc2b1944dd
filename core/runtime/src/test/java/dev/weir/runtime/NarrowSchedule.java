package dev.weir.runtime;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.schedule.Lookahead;
import dev.weir.runtime.internal.schedule.ScheduleReceives;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Delays receives, however small and few, as long as that can be; and counts them. */
final class NarrowSchedule implements KernelProvider {
  private static final Lookahead NARROW = new Lookahead(1, 0, 0, Duration.ZERO);

  private final AtomicInteger delayed = new AtomicInteger();

  /** How many receives it has delayed so far. */
  int delayed() {
    return delayed.get();
  }

  LocalOptions in(LocalOptions config) {
    return config.toBuilder().kernels(new KernelSelector(List.of(this))).build();
  }

  @Override
  public List<GraphPass> passes() {
    return List.of(new Counted());
  }

  @Override
  public String name() {
    return "narrow";
  }

  @Override
  public int priority() {
    return 0;
  }

  @Override
  public @Nullable String unavailableBecause() {
    return null;
  }

  @Override
  public String describe() {
    return "no kernels";
  }

  @Override
  public Optional<Kernel> kernel(KernelSpec spec) {
    return Optional.empty();
  }

  @Override
  public Set<String> ops() {
    return Set.of();
  }

  private final class Counted implements GraphPass {
    @Override
    public String name() {
      return "narrow-schedule";
    }

    @Override
    public Graph apply(Graph graph, Set<String> kept) {
      Graph scheduled = new ScheduleReceives(NARROW).apply(graph, kept);
      delayed.addAndGet(waiting(scheduled) - waiting(graph));
      return scheduled;
    }

    private static int waiting(Graph graph) {
      int count = 0;
      for (Node node : graph.nodes()) {
        boolean isReceive = node.op().kind() == NodeKind.RECEIVE;
        count += isReceive && !node.controlInputs().isEmpty() ? 1 : 0;
      }
      return count;
    }
  }
}
