package dev.weir.ops.math.reduce;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Reductions along axes, running totals, and counting. */
public final class ReductionLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new All(),
        new Any(),
        new ArgMax(),
        new ArgMin(),
        new Bincount(),
        new Cumprod(),
        new Cumsum(),
        new CumulativeLogsumexp(),
        new DenseBincount(),
        new EuclideanNorm(),
        new HistogramFixedWidth(),
        new Max(),
        new Mean(),
        new Min(),
        new Prod(),
        new Sum());
  }
}
