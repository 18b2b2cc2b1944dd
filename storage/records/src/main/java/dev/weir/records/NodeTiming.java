package dev.weir.records;

/**
 * When a node ran in a step.
 *
 * @param device the full name of the device
 * @param node the name of the node
 * @param op the name of its op
 * @param thread a number for the thread it ran on
 * @param startMicros microseconds since 1970
 * @param micros how long it took
 */
public record NodeTiming(
    String device, String node, String op, int thread, long startMicros, long micros) {}
