package dev.weir.cluster.internal.check;

import java.util.List;

/**
 * What was found out about a task.
 *
 * @param detail what was seen and what can be done about it, in one line
 * @param devices the devices it has; none if it was not asked
 */
public record Finding(Health health, String detail, List<String> devices) {
  /** Keeps a copy of the devices, and the detail in one line. */
  public Finding {
    detail = detail.strip().replaceAll("\\s*\\R\\s*", "; ");
    devices = List.copyOf(devices);
  }

  /** Something that says nothing of devices. */
  public static Finding of(Health health, String detail) {
    return new Finding(health, detail, List.of());
  }

  /** A task that is well. */
  public static Finding ok(List<String> devices) {
    return new Finding(Health.OK, String.join(", ", devices), devices);
  }
}
