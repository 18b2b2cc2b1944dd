package dev.weir.fuzz.graph;

import dev.weir.runtime.PartialRun;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Steps of a session in this process: most at once, some twice, some as partial runs. */
final class LocalRoute implements Route {
  private static final RunOptions LIMITED = RunOptions.DEFAULT.withDeadline(Duration.ofMillis(30));
  private static final double PARTIAL = 0.02;
  private static final double AGAIN = 0.03;

  private final Session session;
  private final RunOptions options;

  /**
   * Steps of a session, which it closes.
   *
   * @param blocks whether a step may wait for something that never comes
   */
  LocalRoute(Session session, boolean blocks) {
    this.session = session;
    this.options = blocks ? LIMITED : RunOptions.DEFAULT;
  }

  @Override
  public List<Tensor> run(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets, HostileValues values) {
    if (values.chance(PARTIAL)) {
      return partial(feeds, fetches, targets, values);
    }
    List<Tensor> fetched = whole(feeds, fetches, targets);
    if (values.chance(AGAIN)) {
      fetched = new ArrayList<>(fetched);
      fetched.addAll(whole(feeds, fetches, targets));
    }
    return fetched;
  }

  private List<Tensor> whole(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    Runner runner = session.runner().options(options);
    feeds.forEach(runner::feed);
    fetches.forEach(runner::fetch);
    targets.forEach(runner::addTarget);
    return runner.run();
  }

  private List<Tensor> partial(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets, HostileValues values) {
    List<Tensor> fetched = new ArrayList<>();
    List<String> unfed = new ArrayList<>(feeds.keySet());
    List<String> unfetched = new ArrayList<>(fetches);
    try (PartialRun run = session.partialRun(List.copyOf(unfed), fetches, targets, LIMITED)) {
      while (!unfed.isEmpty() || !unfetched.isEmpty()) {
        boolean feedsNext = unfetched.isEmpty() || (!unfed.isEmpty() && !values.chance(0.05));
        if (feedsNext) {
          String name = unfed.remove(values.below(unfed.size()));
          Tensor value = feeds.get(name);
          if (value != null && !values.chance(0.03)) {
            run.feed(name, value);
          }
        } else {
          fetched.add(run.fetch(unfetched.remove(values.below(unfetched.size()))));
        }
      }
      if (values.chance(0.5)) {
        run.finish();
      }
    }
    return fetched;
  }

  @Override
  public void close() {
    session.close();
  }
}
