package dev.weir.runtime.internal.trace;

import dev.weir.graph.Node;
import dev.weir.runtime.internal.execute.StepListener;
import dev.weir.runtime.trace.StepTrace;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Collects the trace of a step. Thread-safe. */
public final class TraceRecorder implements StepListener {
  private final Queue<StepTrace.NodeRun> runs = new ConcurrentLinkedQueue<>();

  @Override
  public void ran(
      String device, Node node, String provider, long startNanos, long endNanos, long outputBytes) {
    runs.add(
        new StepTrace.NodeRun(
            device,
            node.name(),
            node.op().signature().name(),
            provider,
            Thread.currentThread().getName(),
            startNanos,
            endNanos,
            outputBytes));
  }

  /** What was collected. */
  public StepTrace trace(long stepId, long startNanos, long endNanos) {
    return new StepTrace(stepId, startNanos, endNanos, List.copyOf(runs));
  }
}
