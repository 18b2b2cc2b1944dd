package dev.weir.ops.control;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** What ops that call functions share. */
final class Calls {
  private Calls() {}

  /** The inputs from position {@code from} on, as arguments. They stay the runtime's. */
  static List<Tensor> arguments(KernelContext context, int from) {
    List<Tensor> arguments = new ArrayList<>();
    for (int i = from; i < context.inputCount(); i++) {
      arguments.add(context.input(i));
    }
    return arguments;
  }

  /** Calls a function; its results are the op's outputs. */
  static void callForOutputs(KernelContext context, String function, List<Tensor> arguments) {
    List<Tensor> results = context.call(function, arguments);
    for (int i = 0; i < results.size(); i++) {
      context.set(i, results.get(i));
    }
  }

  /**
   * A value as a condition: a scalar number is true unless it is 0, a scalar string unless it is
   * empty; anything else if it has elements.
   */
  static boolean isTrue(Tensor value) {
    if (!value.shape().isScalar()) {
      return value.elements() > 0;
    }
    DType dtype = value.dtype();
    if (dtype == DType.STRING) {
      return value.getBytes(0).length > 0;
    }
    if (dtype.isObject() || dtype.isComplex()) {
      throw WeirException.unimplemented("a %s is no condition", dtype);
    }
    return value.getDouble(0) != 0;
  }

  /** Refuses a function that is not there, or whose parameters or results are others. */
  static void check(
      ShapeContext context, String name, List<DType> parameters, List<DType> results) {
    GraphFunction function = context.function(name);
    if (function == null) {
      throw WeirException.notFound("the graph has no function \"%s\"", name);
    }
    List<DType> takes = function.inputs().stream().map(GraphFunction.Parameter::dtype).toList();
    List<DType> gives = function.outputs().stream().map(GraphFunction.Parameter::dtype).toList();
    if (!takes.equals(parameters) || !gives.equals(results)) {
      throw context.invalid(
          "function \"%s\" must map %s to %s: it maps %s to %s",
          name, parameters, results, takes, gives);
    }
  }

  /** The shapes the attribute {@code output_shapes} gives; unknown ones if it is empty. */
  static List<Shape> declaredShapes(ShapeContext context, int outputs) {
    List<Shape> declared = context.attrs().shapes("output_shapes");
    if (declared.isEmpty()) {
      return java.util.Collections.nCopies(outputs, Shape.unknown());
    }
    if (declared.size() != outputs) {
      throw context.invalid(
          "output_shapes has %d entries for %d outputs", declared.size(), outputs);
    }
    return declared;
  }

  /** The function a node calls. */
  static GraphFunction function(GradientContext context, String name) {
    GraphFunction function = context.node().graph().findFunction(name);
    if (function == null) {
      throw WeirException.notFound("the graph has no function \"%s\"", name);
    }
    return function;
  }

  /** What the gradient of a function is called with: the arguments, then a gradient per result. */
  static List<Output> gradientArguments(GradientContext context, int from) {
    Node node = context.node();
    List<Output> arguments = new ArrayList<>(node.inputs().subList(from, node.inputCount()));
    for (int i = 0; i < node.outputCount(); i++) {
      if (isContinuous(node.outputDtype(i))) {
        arguments.add(context.gradient(i));
      }
    }
    return arguments;
  }

  /** Refuses branches whose gradients are those of different parameters. */
  static void requireSameResults(
      GradientContext context, GraphFunction first, GraphFunction other) {
    if (!first.outputs().equals(other.outputs())) {
      throw context
          .node()
          .error(
              ErrorCode.UNIMPLEMENTED,
              "all branches must depend on the same variables: there are the gradients "
                  + first.outputs()
                  + " and "
                  + other.outputs());
    }
  }

  static List<DType> resultTypes(GraphFunction function) {
    return function.outputs().stream().map(GraphFunction.Parameter::dtype).toList();
  }

  /**
   * Passes the results of a gradient function on. They are named after the parameters they are the
   * gradients of; not every parameter has one.
   */
  static void flow(GradientContext context, int from, GraphFunction gradient, Node call) {
    List<String> results = gradient.outputs().stream().map(GraphFunction.Parameter::name).toList();
    for (int i = from; i < context.node().inputCount(); i++) {
      String parameter = gradient.inputs().get(i - from).name();
      int result = results.indexOf(GraphFunction.gradientName(parameter));
      if (result >= 0) {
        context.flow(i, () -> call.output(result));
      }
    }
  }

  private static boolean isContinuous(DType dtype) {
    return dtype.isFloating() || dtype.isComplex();
  }
}
