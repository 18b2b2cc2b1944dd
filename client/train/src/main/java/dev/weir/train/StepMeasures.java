package dev.weir.train;

/**
 * What the trainer measures in a step.
 *
 * @param epoch the pass over the data, from 0
 * @param values the loss of the batch and the metrics of the epoch so far
 */
record StepMeasures(long epoch, Measures values) {
  /** Of a step that no trainer runs. */
  static final StepMeasures NONE = new StepMeasures(0, Measures.NONE);
}
