package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers an optimizer is set with.
 *
 * @param tensors single numbers, by the names the signature gives them
 * @param isSparse whether the gradient is for some rows only
 */
record UpdateParameters(Map<String, Tensor> tensors, DType dtype, boolean isSparse) {
  /** All of them, each as often as a block has elements. */
  Map<String, Numbers> repeated(int count) {
    Map<String, Numbers> all = new HashMap<>();
    tensors.forEach((name, tensor) -> all.put(name, Numbers.repeat(tensor, dtype, count)));
    return all;
  }

  /** A parameter in single precision. */
  float single(String name) {
    return (float) value(name);
  }

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
