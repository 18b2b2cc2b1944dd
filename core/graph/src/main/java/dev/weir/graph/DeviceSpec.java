package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a device, or a part of one: {@code /job:worker/task:17/device:CPU:3}. A part that is
 * null is left open.
 */
public record DeviceSpec(
    @Nullable String job,
    @Nullable Integer replica,
    @Nullable Integer task,
    @Nullable String type,
    @Nullable Integer index) {
  /** Any device. */
  public static final DeviceSpec ANY = new DeviceSpec(null, null, null, null, null);

  private static final Pattern PART =
      Pattern.compile(
          "job:(?<job>\\*|[A-Za-z][A-Za-z0-9_]*)"
              + "|(?<where>replica|task):(?<number>\\*|[0-9]{1,9})"
              + "|(?<short>cpu|CPU|gpu|GPU):(?<shortIndex>\\*|[0-9]{1,9})"
              + "|device:(?<type>\\*|[A-Za-z][A-Za-z0-9_]*)(:(?<index>\\*|[0-9]{1,9}))?");

  /** Reads TensorFlow's device names, in full or in part; empty means any device. */
  public static DeviceSpec parse(String text) {
    if (text.isEmpty() || text.equals("/")) {
      return ANY;
    }
    if (!text.startsWith("/")) {
      return parse("/device:" + text);
    }
    DeviceSpec spec = ANY;
    for (String part : text.substring(1).split("/", -1)) {
      spec = spec.withPart(part, text);
    }
    return spec;
  }

  private DeviceSpec withPart(String part, String whole) {
    Matcher match = PART.matcher(part);
    if (!match.matches()) {
      throw WeirException.invalidArgument(
          "\"%s\" is no device name; they look like /job:worker/task:0/device:CPU:0", whole);
    }
    if (match.group("job") != null) {
      return new DeviceSpec(open(match.group("job")), replica, task, type, index);
    }
    if (match.group("where") != null) {
      Integer number = number(match.group("number"));
      return match.group("where").equals("task")
          ? new DeviceSpec(job, replica, number, type, index)
          : new DeviceSpec(job, number, task, type, index);
    }
    if (match.group("short") != null) {
      String name = match.group("short").toUpperCase(Locale.ROOT);
      return new DeviceSpec(job, replica, task, name, number(match.group("shortIndex")));
    }
    Integer number = match.group("index") == null ? index : number(match.group("index"));
    return new DeviceSpec(job, replica, task, typeName(match.group("type")), number);
  }

  private static @Nullable String typeName(String value) {
    return value.equals("cpu") || value.equals("gpu")
        ? value.toUpperCase(Locale.ROOT)
        : open(value);
  }

  private static @Nullable String open(String value) {
    return value.equals("*") ? null : value;
  }

  private static @Nullable Integer number(String value) {
    return value.equals("*") ? null : Integer.valueOf(value);
  }

  /** Whether a device with this full name is one of those meant. */
  public boolean matches(DeviceSpec device) {
    return (job == null || job.equals(device.job))
        && (replica == null || replica.equals(device.replica))
        && (task == null || task.equals(device.task))
        && (type == null || type.equals(device.type))
        && (index == null || index.equals(device.index));
  }

  /** This spec with the parts it leaves open filled from another; what it says itself wins. */
  public DeviceSpec orElse(DeviceSpec other) {
    return new DeviceSpec(
        job != null ? job : other.job,
        replica != null ? replica : other.replica,
        task != null ? task : other.task,
        type != null ? type : other.type,
        index != null ? index : other.index);
  }

  /** Whether some device is meant by both. */
  public boolean isCompatibleWith(DeviceSpec other) {
    return orElse(other).equals(other.orElse(this));
  }

  /** This spec without the type and number of the device: only where, not what. */
  public DeviceSpec taskOnly() {
    return new DeviceSpec(job, replica, task, null, null);
  }

  /** {@code /job:worker/replica:0/task:1/device:CPU:0}; parts left open are left out. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(job == null ? "" : "/job:" + job);
    text.append(replica == null ? "" : "/replica:" + replica);
    text.append(task == null ? "" : "/task:" + task);
    if (type != null || index != null) {
      text.append("/device:").append(type == null ? "*" : type);
      text.append(':').append(index == null ? "*" : index.toString());
    }
    return text.toString();
  }
}
