package dev.weir.train;

import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;
import java.util.List;

/** A measure of a model over many batches. Only a description; see {@link Metrics}. */
public interface Metric {
  /** The edges it needs of every batch. */
  List<Output> inputs();

  /** Starts a measurement. */
  Accumulator start();

  /** A measurement under way. Not thread-safe. */
  interface Accumulator {
    /**
     * Adds a batch.
     *
     * @param values those of {@link #inputs}
     * @param examples how many examples the batch has
     */
    void add(List<Tensor> values, long examples);

    /** The measure of all batches so far; NaN where it is not defined, as before the first. */
    double result();
  }
}
