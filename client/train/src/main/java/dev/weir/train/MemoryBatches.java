package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Batches of examples in memory.
 *
 * {@snippet :
 * Batches.of(images, labels).batch(32).shuffled(42).withoutRest()
 * }
 *
 * <p>Immutable. The examples of a batch are copied when the batch is read.
 */
public final class MemoryBatches implements Batches {
  private final List<Tensor> columns;
  private final int size;
  private final OptionalLong seed;
  private final boolean keepsRest;

  private MemoryBatches(List<Tensor> columns, int size, OptionalLong seed, boolean keepsRest) {
    this.columns = columns;
    this.size = size;
    this.seed = seed;
    this.keepsRest = keepsRest;
  }

  static MemoryBatches of(List<Tensor> columns) {
    if (columns.isEmpty()) {
      throw WeirException.invalidArgument("batches need at least one tensor to be cut from");
    }
    for (Tensor column : columns) {
      if (column.shape().isScalar()) {
        throw WeirException.invalidArgument(
            "a scalar cannot be cut into batches; the first dimension counts examples");
      }
      if (examples(column) != examples(columns.getFirst())) {
        throw WeirException.invalidArgument(
            "every tensor has as many examples: the first is %s, another is %s (%d vs %d)",
            columns.getFirst().shape(),
            column.shape(),
            examples(columns.getFirst()),
            examples(column));
      }
    }
    if (examples(columns.getFirst()) > Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "at most %d examples are held in memory, got %d",
          Integer.MAX_VALUE, examples(columns.getFirst()));
    }
    return new MemoryBatches(List.copyOf(columns), 1, OptionalLong.empty(), true);
  }

  private static long examples(Tensor column) {
    return column.shape().size(0);
  }

  /** Sets the number of examples in a batch. */
  public MemoryBatches batch(int examples) {
    if (examples <= 0) {
      throw WeirException.invalidArgument("a batch has at least one example, got %d", examples);
    }
    return new MemoryBatches(columns, examples, seed, keepsRest);
  }

  /** Shuffles the examples in every epoch; the order follows from the seed. */
  public MemoryBatches shuffled(long byThisSeed) {
    return new MemoryBatches(columns, size, OptionalLong.of(byThisSeed), keepsRest);
  }

  /** Leaves out the last batch of an epoch if it is smaller than the others. */
  public MemoryBatches withoutRest() {
    return new MemoryBatches(columns, size, seed, false);
  }

  @Override
  public OptionalLong count() {
    long examples = examples(columns.getFirst());
    return OptionalLong.of(keepsRest ? Math.ceilDiv(examples, size) : examples / size);
  }

  @Override
  public Iterator<List<Tensor>> epoch(long number) {
    int count = Math.toIntExact(examples(columns.getFirst()));
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    seed.ifPresent(value -> shuffle(order, new SplittableRandom(value + number * 0x9E3779B9L)));
    int end = keepsRest ? count : count - count % size;
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < end;
      }

      @Override
      public List<Tensor> next() {
        if (next >= end) {
          throw new NoSuchElementException();
        }
        int from = next;
        next = Math.min(end, from + size);
        return rows(order, from, next);
      }
    };
  }

  private static void shuffle(int[] order, SplittableRandom random) {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
  }

  private List<Tensor> rows(int[] order, int from, int to) {
    List<Tensor> batch = new ArrayList<>();
    for (Tensor column : columns) {
      Shape shape = column.shape();
      long width = shape.elements() / Math.max(1, shape.size(0));
      long[] sizes = new long[shape.rank()];
      for (int d = 0; d < sizes.length; d++) {
        sizes[d] = d == 0 ? to - from : shape.size(d);
      }
      Tensor rows = Tensor.allocate(column.dtype(), Shape.of(sizes));
      for (int i = from; i < to; i++) {
        rows.copyFrom(column, order[i] * width, (i - from) * width, width);
      }
      batch.add(rows.freeze());
    }
    return batch;
  }
}
