package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Some neighboring elements of a variable, of what an optimizer keeps beside it and of a gradient,
 * and the optimizer's parameters, each repeated for every element.
 *
 * @param names the variables' names in the signature
 * @param values the variables' values, to be written to
 * @param from the first element of the variables
 * @param gradientFrom the first element of the gradient
 */
record UpdateBlock(
    List<String> names,
    List<Tensor> values,
    Tensor gradientTensor,
    Map<String, Numbers> parameters,
    long from,
    long gradientFrom,
    int count) {
  /** A variable's numbers. */
  Numbers get(String name) {
    return Numbers.read(values.get(names.indexOf(name)), from, count);
  }

  /** Changes a variable's numbers; returns them. */
  Numbers set(String name, Numbers numbers) {
    numbers.write(values.get(names.indexOf(name)), from);
    return numbers;
  }

  /** The gradient's numbers. */
  Numbers gradient() {
    return Numbers.read(gradientTensor, gradientFrom, count);
  }

  /** A parameter. */
  Numbers parameter(String name) {
    Numbers numbers = parameters.get(name);
    if (numbers == null) {
      throw WeirException.internal("there is no parameter \"%s\"", name);
    }
    return numbers;
  }

  /** A real number. */
  Numbers constant(double value) {
    DType dtype = gradientTensor.dtype();
    return Numbers.constant(value, dtype, count);
  }

  /** What a parameter lacks to 1. */
  Numbers oneMinus(String name) {
    return constant(1).minus(parameter(name));
  }
}
