package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import java.util.concurrent.atomic.AtomicReference;

/** The loops of a reduction: over its operands, and over totals that a former stage has made. */
final class ReductionLoops {
  private final ReductionFunction function;
  private final ScalarType element;
  private final ReductionLoop first;

  /** Made when first needed: few reductions have several stages. */
  private final AtomicReference<ReductionLoop> later = new AtomicReference<>();

  ReductionLoops(ReductionOperands<?> operands, ScalarType element, ReductionFunction function) {
    this.function = function;
    this.element = element;
    this.first =
        ReductionLoop.of(new ReductionLoop.Operation(operands, element, element, function));
  }

  /** Over elements of the input. */
  ReductionLoop first() {
    return first;
  }

  /** Over totals. */
  ReductionLoop later() {
    ReductionLoop made = later.get();
    if (made == null) {
      DType wide = element.isReal() ? DType.FLOAT64 : DType.INT64;
      made =
          ReductionLoop.of(
              new ReductionLoop.Operation(
                  ReductionOperands.of(wide), ScalarType.of(wide), element, function.ofTotals()));
      later.set(made); // a second one does no harm
    }
    return made;
  }

  /** Whether the result of a single element is that element. */
  boolean keepsSingles() {
    return function.keepsSingles();
  }
}
