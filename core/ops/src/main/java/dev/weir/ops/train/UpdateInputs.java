package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Which input of an optimizer's op is what, by the signature: the variables come first, the one
 * that is trained before all; then there are a gradient, perhaps the numbers of the rows it is for,
 * and parameters, in any order.
 */
final class UpdateInputs {
  private static final List<String> GRADIENT_NAMES = List.of("grad", "delta");
  private static final String INDICES = "indices";

  private final List<String> variables = new ArrayList<>();
  private final List<String> parameters = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private int gradient = -1;

  UpdateInputs(Signature signature) {
    for (Signature.Arg arg : signature.inputs()) {
      int position = positions.size();
      positions.put(arg.name(), position);
      if (arg.isRef() || arg.type() == DType.RESOURCE) {
        variables.add(arg.name());
      } else if (GRADIENT_NAMES.contains(arg.name())) {
        gradient = position;
      } else if (!arg.name().equals(INDICES)) {
        parameters.add(arg.name());
      }
    }
  }

  /** The names of the variables, which are the first inputs. */
  List<String> variables() {
    return variables;
  }

  int gradient() {
    return gradient;
  }

  boolean isSparse() {
    return positions.containsKey(INDICES);
  }

  int indices() {
    return position(INDICES);
  }

  int position(String name) {
    Integer position = positions.get(name);
    if (position == null) {
      throw WeirException.internal("there is no input \"%s\", only %s", name, positions.keySet());
    }
    return position;
  }

  /** The positions of the parameters, all of which are single numbers. */
  List<Integer> parameterPositions() {
    return parameters.stream().map(this::position).toList();
  }

  /** The parameters by their names. */
  Map<String, Tensor> parameters(IntFunction<Tensor> input) {
    Map<String, Tensor> all = new HashMap<>();
    parameters.forEach(name -> all.put(name, input.apply(position(name))));
    return all;
  }
}
