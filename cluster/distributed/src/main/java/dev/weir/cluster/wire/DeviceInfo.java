package dev.weir.cluster.wire;

/**
 * A device as its task describes it.
 *
 * @param name the full name, task included
 * @param memoryLimit bytes it has
 * @param incarnation tells this life of the device from others of the same name; never 0
 * @param description for people; what kind of system runs it
 */
public record DeviceInfo(
    String name, String type, long memoryLimit, long incarnation, String description) {}
