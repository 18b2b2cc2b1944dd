package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeletePRunHandle;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SessionPRun;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SessionPRunSetup;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.tensorflow.internal.c_api.TF_Output;

/**
 * A step of TensorFlow's that is run piece by piece: each piece feeds some of what was announced
 * and fetches what can be computed from all that was fed so far. The step ends when all was fed and
 * fetched. For one thread at a time.
 */
public final class TensorFlowPartialRun implements AutoCloseable {
  private final TensorFlowGraph graph;
  private final TensorFlowSession session;
  private final BytePointer handle;
  private boolean closed;

  TensorFlowPartialRun(
      TensorFlowGraph graph,
      TensorFlowSession session,
      List<String> feeds,
      List<String> fetches,
      List<String> targets) {
    this.graph = graph;
    this.session = session;
    PointerPointer<Pointer> nodes = StepArguments.nulls(targets.size());
    PointerPointer<BytePointer> opened = StepArguments.nulls(1);
    try (nodes;
        opened;
        TF_Output inputs = graph.located(feeds);
        TF_Output outputs = graph.located(fetches)) {
      for (int i = 0; i < targets.size(); i++) {
        nodes.put(i, graph.node(targets.get(i)));
      }
      session.call(
          (open, status) ->
              TF_SessionPRunSetup(
                  open,
                  inputs,
                  feeds.size(),
                  outputs,
                  fetches.size(),
                  nodes,
                  targets.size(),
                  opened,
                  status));
      handle = opened.get(BytePointer.class, 0);
    }
  }

  /**
   * Runs the next piece.
   *
   * @param feeds announced endpoints that were not fed before
   * @param fetches announced endpoints that were not fetched before
   * @return the fetched tensors, in the order of {@code fetches}
   */
  public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches) {
    if (closed) {
      throw WeirException.failedPrecondition("this partial run is closed");
    }
    try (StepArguments arguments = new StepArguments(graph, feeds, fetches, List.of())) {
      session.call(
          (open, status) ->
              TF_SessionPRun(
                  open,
                  handle,
                  arguments.inputs,
                  arguments.inputValues,
                  arguments.feeds,
                  arguments.outputs,
                  arguments.outputValues,
                  arguments.fetches,
                  arguments.targetNodes,
                  arguments.targets,
                  status));
      return arguments.results();
    }
  }

  /** Frees what this process holds of the step; the master is not told. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      TF_DeletePRunHandle(handle);
    }
  }
}
