package dev.weir.fuzz.graph;

import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.graph.Graph;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Steps of a session on a {@link FuzzCluster}: at once, as callables, or as partial runs. */
final class ClusterRoute implements Route {
  /**
   * Much longer than steps of such graphs take, and short, since some wait for what never comes.
   */
  private static final Duration LIMIT = Duration.ofMillis(250);

  private static final StepOptions OPTIONS = new StepOptions(false, LIMIT);
  private static final AtomicLong REQUESTS = new AtomicLong();

  private final MasterPort master;
  private final FuzzCluster cluster;
  private final String session;

  private ClusterRoute(FuzzCluster cluster, String session) {
    this.cluster = cluster;
    this.master = cluster.master();
    this.session = session;
  }

  /** Opens a session for a graph. */
  static ClusterRoute open(FuzzCluster cluster, Graph graph, HostileValues values) {
    return new ClusterRoute(cluster, cluster.open(graph, values.chance(0.2), values.chance(0.2)));
  }

  @Override
  public List<Tensor> run(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets, HostileValues values) {
    return switch (values.below(4)) {
      case 0 -> callable(feeds, fetches, targets);
      case 1 -> partial(feeds, fetches, targets, values);
      default -> taken(step("", named(feeds, feeds.keySet()), fetches, targets));
    };
  }

  private static List<NamedValue> named(Map<String, Tensor> feeds, Iterable<String> names) {
    List<NamedValue> named = new ArrayList<>();
    for (String name : names) {
      Tensor value = feeds.get(name);
      if (value != null) {
        named.add(new NamedValue(name, value));
      }
    }
    return named;
  }

  private StepResult step(
      String partialRun, List<NamedValue> feeds, List<String> fetches, List<String> targets) {
    RunStep request =
        new RunStep(
            session, feeds, fetches, targets, OPTIONS, partialRun, REQUESTS.incrementAndGet());
    return FuzzCluster.await(master.runStep(request, FuzzCluster.CALL));
  }

  /** The values, whose references go to tensors that the caller closes. */
  private static List<Tensor> taken(StepResult result) {
    return result.values().stream().map(value -> value.value().collected()).toList();
  }

  private List<Tensor> callable(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    List<String> names = List.copyOf(feeds.keySet());
    List<Tensor> fed = named(feeds, names).stream().map(NamedValue::value).toList();
    MakeCallable request =
        new MakeCallable(session, names, fetches, targets, OPTIONS, REQUESTS.incrementAndGet());
    long callable = FuzzCluster.await(master.makeCallable(request, FuzzCluster.CALL));
    List<Tensor> fetched = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        RunCallable call = new RunCallable(session, callable, fed, REQUESTS.incrementAndGet());
        fetched.addAll(taken(FuzzCluster.await(master.runCallable(call, FuzzCluster.CALL))));
      }
    } finally {
      @Nullable Void unused =
          FuzzCluster.await(
              master.releaseCallable(new ReleaseCallable(session, callable), FuzzCluster.CALL));
    }
    return fetched;
  }

  private List<Tensor> partial(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets, HostileValues values) {
    List<String> names = new ArrayList<>(feeds.keySet());
    PartialRunSetup setup =
        new PartialRunSetup(session, names, fetches, targets, REQUESTS.incrementAndGet());
    String run = FuzzCluster.await(master.setUpPartialRun(setup, FuzzCluster.CALL));
    int cut = names.isEmpty() ? 0 : values.below(names.size() + 1);
    List<Tensor> fetched = new ArrayList<>();
    fetched.addAll(taken(step(run, named(feeds, names.subList(0, cut)), List.of(), List.of())));
    int fed = values.chance(0.05) ? Math.max(cut, names.size() - 1) : names.size();
    fetched.addAll(taken(step(run, named(feeds, names.subList(cut, fed)), fetches, targets)));
    return fetched;
  }

  @Override
  public void close() {
    cluster.close(session);
  }
}
