package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Keys;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How many insertions, deletions and substitutions turn each sequence of a hypothesis into that of
 * the truth; divided by the length of the truth if {@code normalize} is set (infinite if that is
 * empty and the hypothesis is not). Sequences lie along the last dimension of sparse tensors whose
 * entries are in order.
 */
final class EditDistance extends Op {
  EditDistance() {
    super(
        "EditDistance(hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64,"
            + " truth_indices: int64, truth_values: T, truth_shape: int64) -> (output: float)"
            + " normalize:bool=true; T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    for (int i = 0; i < 6; i += 3) {
      Shape indices = context.requireRank(i, 2);
      Shape values = context.requireRank(i + 1, 1);
      Shape shape = context.requireRank(i + 2, 1);
      if (!indices.isCompatibleWith(Shape.of(values.size(0), shape.size(0)))) {
        throw context.invalid(
            "there must be a row of indices for each value and a column for each dimension: %s, %s,"
                + " %s",
            context.describe(i), context.describe(i + 1), context.describe(i + 2));
      }
    }
    long[] hypothesis = Sizes.values(context, 2);
    long[] truth = Sizes.values(context, 5);
    if (hypothesis == null || truth == null) {
      return List.of(Shape.unknown());
    }
    if (hypothesis.length != truth.length || truth.length < 1) {
      throw context.invalid(
          "hypothesis_shape and truth_shape must be equally long: %s, %s",
          context.describe(2), context.describe(5));
    }
    return List.of(shape(hypothesis, truth));
  }

  private static Shape shape(long[] hypothesis, long[] truth) {
    long[] sizes = new long[truth.length - 1];
    Arrays.setAll(sizes, d -> Math.max(hypothesis[d], truth[d]));
    return Shape.of(sizes);
  }

  @Override
  public String notDifferentiable() {
    return "it counts edits";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean normalize = spec.attrs().bool("normalize");
    return context -> {
      Shape shape = shape(Sizes.values(context.input(2)), Sizes.values(context.input(5)));
      Map<Long, List<Object>> hypotheses = sequences(context, 0, shape);
      Map<Long, List<Object>> truths = sequences(context, 3, shape);
      Tensor out = context.allocate(0, shape);
      for (long i = 0; i < out.elements(); i++) {
        List<Object> truth = truths.getOrDefault(i, List.of());
        double distance = distance(hypotheses.getOrDefault(i, List.of()), truth);
        out.setDouble(i, normalize && distance != 0 ? (float) distance / truth.size() : distance);
      }
    };
  }

  /** The sequences of a sparse tensor by the position they belong to. */
  private static Map<Long, List<Object>> sequences(KernelContext context, int first, Shape shape) {
    Tensor indices = context.input(first);
    Tensor values = context.input(first + 1);
    Map<Long, List<Object>> sequences = new HashMap<>();
    for (long n = 0; n < values.elements(); n++) {
      long position = 0;
      for (int d = 0; d < shape.rank(); d++) {
        long index = indices.getLong(n * (shape.rank() + 1) + d);
        if (index < 0 || index >= shape.size(d)) {
          throw WeirException.invalidArgument(
              "indices must lie within the shape: entry %d has %d in dimension %d of %s",
              n, index, d, shape);
        }
        position = position * shape.size(d) + index;
      }
      sequences.computeIfAbsent(position, key -> new ArrayList<>()).add(Keys.of(values, n));
    }
    return sequences;
  }

  /** The distance of Levenshtein, a row of the table at a time. */
  private static int distance(List<Object> a, List<Object> b) {
    int[] row = IntStream.rangeClosed(0, b.size()).toArray();
    for (int i = 0; i < a.size(); i++) {
      int diagonal = row[0];
      row[0] = i + 1;
      for (int j = 0; j < b.size(); j++) {
        int substituted = diagonal + (a.get(i).equals(b.get(j)) ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = Math.min(substituted, Math.min(row[j], diagonal) + 1);
      }
    }
    return row[b.size()];
  }
}
