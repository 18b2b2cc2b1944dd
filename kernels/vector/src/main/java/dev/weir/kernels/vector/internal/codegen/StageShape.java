package dev.weir.kernels.vector.internal.codegen;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import java.util.List;

/**
 * What a stage computes: a sequence of lane functions. Values are numbered, operands first, then
 * the results of the steps.
 *
 * @param element the type of all values
 * @param repeated for each operand, whether it is one element for the whole row
 * @param results the values that are stored
 */
public record StageShape(
    Element<?> element, List<Boolean> repeated, List<Step> steps, List<Integer> results) {
  /** The most operands and results: each has its own place in the memory for warm-up. */
  public static final int MOST = 24;

  /** The application of a function to earlier values. */
  public record Step(LaneFunction function, List<Integer> operands) {
    public Step {
      operands = List.copyOf(operands);
      if (operands.size() != function.operands()) {
        throw new IllegalArgumentException(operands + " for " + function.operands() + " operands");
      }
    }
  }

  public StageShape {
    repeated = List.copyOf(repeated);
    steps = List.copyOf(steps);
    results = List.copyOf(results);
    if (repeated.size() > MOST || results.size() > MOST) {
      throw new IllegalArgumentException(repeated.size() + " operands, " + results.size());
    }
  }

  /** A stage that copies its only operand. */
  public static StageShape copy(Element<?> element, boolean repeated) {
    return new StageShape(element, List.of(repeated), List.of(), List.of(0));
  }

  /** How many addresses its loops take. */
  public int addresses() {
    return repeated.size() + results.size();
  }

  /** Roughly how many operations it takes per element. */
  public int cost() {
    return steps.stream().mapToInt(step -> step.function().isCostly() ? 16 : 1).sum();
  }
}
