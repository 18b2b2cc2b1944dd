package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A client runs a step, or feeds and fetches some of a partial run.
 *
 * @param partialRun the handle of the partial run, or empty
 * @param requestId identifies the request among repetitions; 0 for none
 */
public record RunStep(
    String session,
    List<NamedValue> feeds,
    List<String> fetches,
    List<String> targets,
    StepOptions options,
    String partialRun,
    long requestId)
    implements TensorRequest<RunStep> {
  public RunStep {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }

  @Override
  public List<Tensor> tensors() {
    return NamedValue.tensors(feeds);
  }

  @Override
  public void release() {
    feeds.forEach(named -> named.value().buffer().release());
  }

  @Override
  public RunStep retained() {
    return feeds.isEmpty()
        ? this
        : new RunStep(
            session, NamedValue.shared(feeds), fetches, targets, options, partialRun, requestId);
  }
}
