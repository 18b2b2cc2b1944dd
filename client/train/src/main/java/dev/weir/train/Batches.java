package dev.weir.train;

import dev.weir.tensor.Tensor;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;

/**
 * Examples for training or evaluation, in batches. A batch is a tensor for each input of the
 * trainer, in their order; the first dimension of each counts examples.
 *
 * <p>Tensors in memory are {@link #of}; anything else, such as a pipeline that reads files, is a
 * method that starts an epoch. One that never ends needs {@link FitOptions#steps}.
 */
@FunctionalInterface
public interface Batches {
  /** The batches of an epoch, in its order. The first epoch is 0. */
  Iterator<List<Tensor>> epoch(long number);

  /** How many batches every epoch has; empty if that is known only after reading them. */
  default OptionalLong count() {
    return OptionalLong.empty();
  }

  /** Tensors in memory, one for each input, cut into batches of one example, in their order. */
  static MemoryBatches of(Tensor... columns) {
    return MemoryBatches.of(List.of(columns));
  }
}
