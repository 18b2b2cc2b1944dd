package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.graph.Graph;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The accuracy of a model on a set of digits.
 *
 * @param confusion how many digits of a kind (row) were read as which (column)
 * @param misread those that were read wrong
 */
record Evaluation(int[][] confusion, List<Misread> misread) {
  private static final int BATCH = 250;

  /**
   * A digit that was read wrong.
   *
   * @param picture its number in the set
   * @param probability how sure the model was
   */
  record Misread(int picture, int label, int guess, float probability) {}

  /** Lets an exported model read a set. */
  static Evaluation of(Graph model, DigitSet set) {
    int[][] confusion = new int[DigitSet.KINDS][DigitSet.KINDS];
    List<Misread> misread = new ArrayList<>();
    try (Session session = Session.open(model)) {
      for (int from = 0; from < set.size(); from += BATCH) {
        int count = Math.min(BATCH, set.size() - from);
        Tensor images = set.images(IntStream.range(from, from + count).toArray());
        List<Tensor> read =
            session.runner().feed("image", images).fetch("digit").fetch("probabilities").run();
        for (int i = 0; i < count; i++) {
          int label = set.label(from + i);
          int guess = (int) read.get(0).getLong(i);
          confusion[label][guess]++;
          if (guess != label) {
            float probability = read.get(1).getFloat((long) i * DigitSet.KINDS + guess);
            misread.add(new Misread(from + i, label, guess, probability));
          }
        }
      }
    }
    return new Evaluation(confusion, misread);
  }

  /** How many digits were read. */
  int total() {
    return Arrays.stream(confusion).flatMapToInt(Arrays::stream).sum();
  }

  /** How many were read right. */
  int right() {
    return total() - misread.size();
  }

  /** The share that was read right. */
  double accuracy() {
    return right() / (double) total();
  }
}
