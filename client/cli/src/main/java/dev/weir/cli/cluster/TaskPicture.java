package dev.weir.cli.cluster;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.TaskStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one task at a moment.
 *
 * @param address where it is; empty if unknown
 * @param status what it says of itself; empty if it is not Weir's, or did not answer
 * @param error what is wrong; empty if nothing is
 * @param nanos when it was asked
 */
record TaskPicture(
    TaskId task,
    Optional<String> address,
    List<DeviceInfo> devices,
    Optional<TaskStatus> status,
    Optional<String> error,
    long nanos) {
  /** Steps a second since an earlier picture; of a task that was started anew, since its start. */
  Optional<Double> stepsPerSecond(Optional<TaskPicture> earlier) {
    if (status.isEmpty()) {
      return Optional.empty();
    }
    TaskStatus now = status.get();
    Optional<TaskStatus> before = earlier.flatMap(TaskPicture::status);
    if (before.isEmpty() || before.get().uptimeMillis() > now.uptimeMillis()) {
      return Optional.of(now.begunSteps() * 1e3 / Math.max(1, now.uptimeMillis()));
    }
    double seconds = Math.max(1, nanos - earlier.get().nanos) / 1e9;
    return Optional.of((now.begunSteps() - before.get().begunSteps()) / seconds);
  }

  Map<String, Object> json(Optional<TaskPicture> earlier) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task", task.name());
    address.ifPresent(known -> json.put("address", known));
    json.put("up", error.isEmpty());
    error.ifPresent(why -> json.put("error", why));
    json.put("devices", devices.stream().map(DeviceInfo::name).toList());
    json.put("weir", status.isPresent());
    status.ifPresent(
        known -> {
          json.put("memoryUsed", known.memoryUsed());
          json.put("memoryCached", known.memoryCached());
          json.put("memoryLimit", known.memoryLimit());
          json.put("clientSessions", known.clientSessions());
          json.put("sessions", known.sessions());
          json.put("graphs", known.graphs());
          json.put("runningSteps", known.runningSteps());
          json.put("knownSteps", known.knownSteps());
          json.put("steps", known.begunSteps());
          json.put("failedSteps", known.failedSteps());
          json.put("threads", known.threads());
          json.put("uptimeSeconds", known.uptimeMillis() / 1000);
        });
    stepsPerSecond(earlier).ifPresent(rate -> json.put("stepsPerSecond", rate));
    return json;
  }
}
