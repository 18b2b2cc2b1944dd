package dev.weir.cluster.internal.wire;

/**
 * A device as its task describes it.
 *
 * @param name the full name, task included
 * @param memoryLimit bytes it has
 * @param incarnation distinguishes this incarnation of the device from others; never 0
 * @param description for people; what kind of system runs it
 */
public record DeviceInfo(
    String name, String type, long memoryLimit, long incarnation, String description) {
  /** How the description of devices that Weir runs begins; other tasks say something else. */
  public static final String WEIR = "Weir";

  /** Whether Weir runs it, not TensorFlow. */
  public boolean isWeirs() {
    return description.equals(WEIR) || description.startsWith(WEIR + ";");
  }
}
