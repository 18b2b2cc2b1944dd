package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.runtime.internal.trace.TraceRecorder;
import dev.weir.runtime.trace.StepTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The trace of a task, on a clock that all tasks share. */
final class StepTraces {
  private StepTraces() {}

  static List<DeviceStats> ofTask(TraceRecorder recorder) {
    long nowMicros = System.currentTimeMillis() * 1_000;
    long nowNanos = System.nanoTime();
    Map<String, List<DeviceStats.NodeRun>> byDevice = new LinkedHashMap<>();
    for (StepTrace.NodeRun run : recorder.trace(0, 0, 0).nodes()) {
      long startMicros = nowMicros - (nowNanos - run.startNanos()) / 1_000;
      byDevice
          .computeIfAbsent(run.device(), device -> new ArrayList<>())
          .add(
              new DeviceStats.NodeRun(
                  run.node(),
                  run.node() + " = " + run.op() + "()",
                  startMicros,
                  run.endNanos() - run.startNanos()));
    }
    List<DeviceStats> stats = new ArrayList<>();
    byDevice.forEach((device, nodes) -> stats.add(new DeviceStats(device, nodes)));
    return stats;
  }
}
