package dev.weir.train;

import java.util.Map;
import java.util.function.Predicate;

/**
 * Which variables are restored, and from what.
 *
 * {@snippet :
 * // the body of another model, but not its head
 * Restoring.all().only(name -> !name.startsWith("head/")).renaming(Map.of("body/w", "encoder/w"))
 * }
 *
 * @param chosen which variables are, by their names
 * @param keys the names of tensors in the checkpoint, by those of variables, where they differ
 * @param allowsMissing whether a variable stays as it is if the checkpoint does not have it
 */
public record Restoring(Predicate<String> chosen, Map<String, String> keys, boolean allowsMissing) {
  public Restoring {
    keys = Map.copyOf(keys);
  }

  /** Every variable, by its own name. */
  public static Restoring all() {
    return new Restoring(name -> true, Map.of(), false);
  }

  /** Restores only these variables. */
  public Restoring only(Predicate<String> others) {
    return new Restoring(others, keys, allowsMissing);
  }

  /** Maps names of variables to the names of their tensors in the checkpoint. */
  public Restoring renaming(Map<String, String> others) {
    return new Restoring(chosen, others, allowsMissing);
  }

  /** Leaves variables that the checkpoint lacks as they are. */
  public Restoring allowingMissing() {
    return new Restoring(chosen, keys, true);
  }
}
