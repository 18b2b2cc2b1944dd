package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers an optimizer is set with.
 *
 * @param tensors single numbers, by the names the signature gives them
 * @param isSparse whether the gradient is for some rows only
 */
record UpdateParameters(Map<String, Tensor> tensors, boolean isSparse) {
  private double value(String name) {
    @Nullable Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw WeirException.internal("there is no parameter \"%s\"", name);
    }
    return tensor.getDouble(0);
  }

  /** Refuses a parameter that is not greater than 0. */
  void requirePositive(String name) {
    if (!(value(name) > 0)) {
      throw WeirException.invalidArgument("%s must be greater than 0, is %s", name, value(name));
    }
  }

  /** Refuses a parameter that is not 0 or greater. */
  void requireAtLeastZero(String name) {
    if (!(value(name) >= 0)) {
      throw WeirException.invalidArgument("%s must be at least 0, is %s", name, value(name));
    }
  }

  /** Refuses a parameter that is not 0 or less. */
  void requireAtMostZero(String name) {
    if (!(value(name) <= 0)) {
      throw WeirException.invalidArgument("%s must be at most 0, is %s", name, value(name));
    }
  }
}
