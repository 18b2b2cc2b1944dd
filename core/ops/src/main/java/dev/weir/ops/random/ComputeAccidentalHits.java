package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a sampled candidate is a true class by accident: for each such place the row of {@code
 * true_classes}, the position of the candidate (the last, if it was drawn several times) and the
 * most negative float32, to be added to the candidate's logit.
 */
final class ComputeAccidentalHits extends Op {
  ComputeAccidentalHits() {
    super(
        "ComputeAccidentalHits(true_classes: int64, sampled_candidates: int64) -> (indices: int32,"
            + " ids: int64, weights: float) num_true:int; seed:int=0; seed2:int=0;");
  }

  @Override
  public String notDifferentiable() {
    return "its inputs are integers";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape classes = context.requireRank(0, 2);
    long trueCount = context.attrs().integer("num_true");
    if (!classes.isCompatibleWith(Shape.of(Shape.UNKNOWN_SIZE, trueCount))) {
      throw context.invalid(
          "true_classes must have num_true = %d columns: %s", trueCount, context.describe(0));
    }
    context.requireRank(1, 1);
    Shape hits = Shape.of(Shape.UNKNOWN_SIZE);
    return List.of(hits, hits, hits);
  }

  /** A candidate that is a true class. */
  private record Hit(long row, long candidate) {}

  @Override
  public Kernel kernel(KernelSpec spec) {
    return ComputeAccidentalHits::find;
  }

  private static void find(KernelContext context) {
    Tensor classes = context.input(0);
    Tensor sampled = context.input(1);
    Map<Long, Long> positions = new HashMap<>();
    for (long i = 0; i < sampled.elements(); i++) {
      positions.put(sampled.getLong(i), i);
    }
    long columns = classes.shape().size(1);
    List<Hit> hits = new ArrayList<>();
    for (long i = 0; i < classes.elements(); i++) {
      Long position = positions.get(classes.getLong(i));
      if (position != null) {
        hits.add(new Hit(i / columns, position));
      }
    }
    Shape shape = Shape.of(hits.size());
    Tensor indices = context.allocate(0, shape);
    Tensor ids = context.allocate(1, shape);
    Tensor weights = context.allocate(2, shape);
    for (int i = 0; i < hits.size(); i++) {
      indices.setLong(i, hits.get(i).row());
      ids.setLong(i, hits.get(i).candidate());
      weights.setDouble(i, -Float.MAX_VALUE);
    }
  }
}
