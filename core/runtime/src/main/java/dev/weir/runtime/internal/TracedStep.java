package dev.weir.runtime.internal;

import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A traced step as an {@link Engine} returns it.
 *
 * @param fetched in the order of the step's fetches
 */
public record TracedStep(List<Tensor> fetched, StepTrace trace) {}
