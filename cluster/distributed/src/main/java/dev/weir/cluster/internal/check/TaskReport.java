package dev.weir.cluster.internal.check;

import dev.weir.cluster.TaskId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one task.
 *
 * @param address where it was asked; empty if its address is unknown
 * @param took how long it took to find out
 */
public record TaskReport(TaskId task, Optional<String> address, Finding finding, Duration took) {
  /** What {@link dev.weir.json.JsonWriter} writes. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task", task.name());
    address.ifPresent(known -> json.put("address", known));
    json.put("health", finding.health().text());
    json.put("good", finding.health().isGood());
    json.put("detail", finding.detail());
    json.put("devices", finding.devices());
    json.put("milliseconds", took.toMillis());
    return json;
  }
}
