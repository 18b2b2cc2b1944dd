package dev.weir.runtime.internal.compile;

import java.util.List;

/**
 * A step, cut into what each task does.
 *
 * @param parts by task; none if all that is fetched is fed
 * @param dependsOnCosts whether other costs of nodes may lead to another placement
 */
public record StepParts(List<StepPart> parts, boolean dependsOnCosts) {
  public StepParts {
    parts = List.copyOf(parts);
  }
}
