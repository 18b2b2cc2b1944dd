package dev.weir.simulation;

import dev.weir.error.WeirException;
import java.util.function.Predicate;

/**
 * How a call may end, apart from what the network does to it.
 *
 * @param mustFail whether success would be wrong
 * @param allowed failures that are in order
 */
record Expectation(boolean mustFail, Predicate<WeirException> allowed) {
  static final Expectation SUCCESS = new Expectation(false, error -> false);

  static Expectation failure(Predicate<WeirException> how) {
    return new Expectation(true, how);
  }

  /** Allows these failures too. */
  Expectation or(Predicate<WeirException> how) {
    return new Expectation(mustFail, allowed.or(how));
  }

  boolean allows(WeirException error) {
    return allowed.test(error);
  }
}
