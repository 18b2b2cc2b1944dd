package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A master has a worker do its part of a step.
 *
 * @param graph the handle of a registered graph
 * @param sends what is put into the step's rendezvous, by key
 * @param receives the keys of what is wanted back
 * @param partial whether this only feeds and fetches some of it; the first such call starts it
 * @param lastPartial whether this is the last such call, which ends when all has run
 */
public record RunGraph(
    String session,
    String graph,
    long step,
    List<NamedValue> sends,
    List<String> receives,
    boolean traces,
    boolean partial,
    boolean lastPartial,
    long requestId)
    implements TensorRequest<RunGraph> {
  public RunGraph {
    sends = List.copyOf(sends);
    receives = List.copyOf(receives);
  }

  @Override
  public List<Tensor> tensors() {
    return NamedValue.tensors(sends);
  }

  @Override
  public void release() {
    sends.forEach(named -> named.value().buffer().release());
  }

  @Override
  public RunGraph retained() {
    return sends.isEmpty()
        ? this
        : new RunGraph(
            session,
            graph,
            step,
            NamedValue.shared(sends),
            receives,
            traces,
            partial,
            lastPartial,
            requestId);
  }
}
