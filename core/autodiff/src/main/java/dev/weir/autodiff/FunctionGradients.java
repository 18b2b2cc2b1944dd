package dev.weir.autodiff;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The gradient of a function: a function that takes the arguments and the gradients with respect to
 * the results, computes the results once more, and returns the gradients with respect to the
 * arguments.
 */
final class FunctionGradients {
  private final GraphFunction function;
  private final Graph body;
  private final GraphCopier copier;
  private final List<GraphFunction.Parameter> inputs;
  private final List<GraphFunction.Parameter> outputs = new ArrayList<>();

  private FunctionGradients(Graph graph, GraphFunction function) {
    this.function = function;
    this.body = new Graph(graph.registry());
    this.copier = new GraphCopier(body);
    this.inputs = new ArrayList<>(function.inputs());
    body.copyFunctionsOf(graph);
  }

  /** The gradient of a function, added to the graph's library unless it is there. */
  static GraphFunction of(Graph graph, GraphFunction function) {
    String name = function.name() + "_grad";
    GraphFunction known = graph.findFunction(name);
    if (known != null) {
      return known;
    }
    FunctionGradients gradients = new FunctionGradients(graph, function);
    gradients.build();
    GraphFunction built =
        new GraphFunction(
            name, gradients.inputs, gradients.outputs, List.of(), gradients.body, Map.of());
    graph.copyFunctionsOf(gradients.body);
    graph.addFunction(built);
    return built;
  }

  private void build() {
    Output[] arguments = new Output[function.inputs().size()];
    Output[] results = new Output[function.outputs().size()];
    for (Node node : function.body().nodes()) {
      requireRepeatable(node);
      if (node.op().kind() == NodeKind.RETURN) {
        results[(int) node.attrs().integer("index")] = copier.mapped(node.input(0));
      } else {
        Node copy = copier.copy(node);
        if (node.op().kind() == NodeKind.ARGUMENT) {
          arguments[(int) node.attrs().integer("index")] = copy.output(0);
        }
      }
    }
    copier.finish();
    List<Output> losses = new ArrayList<>();
    List<Output> starts = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (Backpropagation.isNumber(results[i])) {
        losses.add(results[i]);
        starts.add(argument(function.outputs().get(i)));
      }
    }
    List<Output> targets = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      if (Backpropagation.isContinuous(arguments[i])) {
        targets.add(arguments[i]);
        names.add(GraphFunction.gradientName(function.inputs().get(i).name()));
      }
    }
    Gradients gradients = Gradients.in(Scope.of(body)).startingFrom(starts);
    giveBack(names, targets, gradients.of(losses, targets));
  }

  private Output argument(GraphFunction.Parameter result) {
    String name = GraphFunction.gradientName(result.name());
    inputs.add(new GraphFunction.Parameter(name, result.dtype()));
    return body.node("_Arg", name)
        .attr("T", result.dtype())
        .attr("index", inputs.size() - 1)
        .build()
        .output(0);
  }

  /** A number that makes no difference has the gradient zero, a variable has none. */
  private void giveBack(List<String> names, List<Output> targets, List<Gradient> gradients) {
    Scope scope = Scope.of(body);
    for (int i = 0; i < targets.size(); i++) {
      Gradient gradient = gradients.get(i);
      if (gradient.isNone() && !Backpropagation.isNumber(targets.get(i))) {
        continue;
      }
      Output value =
          gradient.isNone()
              ? scope.node("ZerosLike").input(targets.get(i)).build().output(0)
              : gradient.dense(scope);
      body.node("_Retval", names.get(i)).input(value).attr("index", outputs.size()).build();
      outputs.add(new GraphFunction.Parameter(names.get(i), value.dtype()));
    }
  }

  /** The body runs again for its gradient: a node must do nothing, and compute the same. */
  private void requireRepeatable(Node node) {
    NodeKind kind = node.op().kind();
    boolean isFixed = !node.op().signature().stateful() || node.op().notDifferentiable() == null;
    boolean isPart = kind == NodeKind.ARGUMENT || kind == NodeKind.RETURN;
    if (!isFixed && !isPart && !givesHandles(node)) {
      throw new WeirException(
          ErrorCode.UNIMPLEMENTED,
          "the gradient of function \"%s\" would run %s a second time, which has an effect or is"
                  .formatted(function.name(), node)
              + " random; move it out of the function");
    }
  }

  private static boolean givesHandles(Node node) {
    for (int i = 0; i < node.outputCount(); i++) {
      if (node.outputDtype(i) != DType.RESOURCE) {
        return false;
      }
    }
    return node.outputCount() > 0;
  }
}
