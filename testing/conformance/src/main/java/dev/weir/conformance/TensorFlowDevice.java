package dev.weir.conformance;

/**
 * A device as a master lists it to a TensorFlow client.
 *
 * @param name {@code /job:worker/replica:0/task:0/device:CPU:0}
 * @param type {@code CPU}
 * @param memoryBytes how much memory it may use
 * @param incarnation a number its task drew when it started
 */
public record TensorFlowDevice(String name, String type, long memoryBytes, long incarnation) {}
