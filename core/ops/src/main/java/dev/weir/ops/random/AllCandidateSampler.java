package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** All classes below {@code num_sampled} as candidates, each expected once. */
final class AllCandidateSampler extends Op {
  AllCandidateSampler() {
    super(
        "AllCandidateSampler(true_classes: int64) -> (sampled_candidates: int64,"
            + " true_expected_count: float, sampled_expected_count: float) num_true:int >=1;"
            + " num_sampled:int >=1; unique:bool; seed:int=0; seed2:int=0; stateful");
  }

  @Override
  public String notDifferentiable() {
    return "its candidates are integers, the same whatever the input";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return CandidateSampler.shapes(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Shape sampled = Shape.of(spec.attrs().integer("num_sampled"));
    return context -> {
      CandidateSampler.requireClasses(context.input(0), sampled.size(0));
      Tensor candidates = context.allocate(0, sampled);
      for (long i = 0; i < candidates.elements(); i++) {
        candidates.buffer().setLong(i, i);
      }
      fillWithOnes(context.allocate(1, context.input(0).shape()));
      fillWithOnes(context.allocate(2, sampled));
    };
  }

  private static void fillWithOnes(Tensor tensor) {
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.buffer().setFloat(i, 1);
    }
  }
}
