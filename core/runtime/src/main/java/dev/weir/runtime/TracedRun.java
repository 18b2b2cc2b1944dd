package dev.weir.runtime;

import dev.weir.runtime.trace.StepTrace;

/**
 * The result of a step and the record of what happened in it.
 *
 * @param fetched what the step returned
 * @param trace which node ran where, when and how long
 */
public record TracedRun(Result fetched, StepTrace trace) {}
