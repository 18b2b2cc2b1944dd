package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Some elements of a variable, of what an optimizer keeps beside it and of a gradient, and the
 * optimizer's parameters. The elements are runs of neighbors, as many in each; those of the
 * gradient follow each other. For one thread, which moves it from some elements to the next.
 */
final class UpdateBlock {
  private final List<String> names;
  private final List<Tensor> values;
  private final Tensor gradientTensor;
  private final NumberArrays arrays;
  private final Map<String, Numbers> parameters = new HashMap<>();
  private final long[] runs;
  private int runCount;
  private int runSize;
  private long gradientFrom;

  /**
   * A block without elements yet.
   *
   * @param names the variables' names in the signature
   * @param values the variables' values, to be written to
   * @param capacity the most elements it may have
   */
  UpdateBlock(
      List<String> names,
      List<Tensor> values,
      Tensor gradientTensor,
      UpdateParameters parameters,
      int capacity) {
    this.names = names;
    this.values = values;
    this.gradientTensor = gradientTensor;
    this.arrays = new NumberArrays(gradientTensor.dtype(), capacity);
    this.runs = new long[capacity];
    parameters
        .tensors()
        .forEach((name, tensor) -> this.parameters.put(name, Numbers.uniform(tensor, arrays)));
    arrays.keep();
  }

  /** Lets it begin anew with the gradient from an element on. */
  UpdateBlock begin(long gradientElement, int size) {
    gradientFrom = gradientElement;
    runSize = size;
    runCount = 0;
    return this;
  }

  /** Adds a run of the variables' elements. */
  UpdateBlock add(long from) {
    runs[runCount++] = from;
    return this;
  }

  /** Whether no other run would fit. */
  boolean isFull() {
    return (runCount + 1) * runSize > arrays.capacity();
  }

  /** Takes a step of a rule with the elements. */
  void apply(UpdateRule rule) {
    if (runCount > 0) {
      arrays.begin(runCount * runSize);
      rule.apply(this);
    }
  }

  /** A variable's numbers. */
  Numbers get(String name) {
    Tensor tensor = values.get(names.indexOf(name));
    Numbers numbers = Numbers.of(arrays);
    for (int i = 0; i < runCount; i++) {
      numbers.load(tensor, runs[i], i * runSize, runSize);
    }
    return numbers;
  }

  /** Changes a variable's numbers; returns them. */
  Numbers set(String name, Numbers numbers) {
    Tensor tensor = values.get(names.indexOf(name));
    for (int i = 0; i < runCount; i++) {
      numbers.store(tensor, runs[i], i * runSize, runSize);
    }
    return numbers;
  }

  /** The gradient's numbers. */
  Numbers gradient() {
    Numbers numbers = Numbers.of(arrays);
    numbers.load(gradientTensor, gradientFrom, 0, runCount * runSize);
    return numbers;
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
    return Numbers.uniform(value, arrays);
  }

  /** What a parameter lacks to 1. */
  Numbers oneMinus(String name) {
    return constant(1).minus(parameter(name));
  }
}
