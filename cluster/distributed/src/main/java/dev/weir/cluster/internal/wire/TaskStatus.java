package dev.weir.cluster.internal.wire;

/**
 * What a task of Weir's is doing, in numbers.
 *
 * @param task its full name
 * @param memoryUsed bytes that tensors hold
 * @param memoryCached bytes kept for reuse
 * @param memoryLimit the limit of both
 * @param clientSessions sessions of clients that this task's master has open
 * @param sessions sessions, of any master, that its worker takes part in
 * @param graphs parts of graphs that are registered
 * @param runningSteps steps that run now
 * @param knownSteps steps that are known and not finished
 * @param begunSteps steps since it was started
 * @param failedSteps those of them that failed
 * @param threads of the process, virtual ones not counted
 * @param uptimeMillis since it was started
 */
public record TaskStatus(
    String task,
    long memoryUsed,
    long memoryCached,
    long memoryLimit,
    long clientSessions,
    long sessions,
    long graphs,
    long runningSteps,
    long knownSteps,
    long begunSteps,
    long failedSteps,
    long threads,
    long uptimeMillis) {}
