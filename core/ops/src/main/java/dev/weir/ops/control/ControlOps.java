package dev.weir.ops.control;

import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Builds nodes: functions, conditionals, assertions and identities, and the primitives loops and
 * branches are made of.
 */
public final class ControlOps extends OpGroup {
  public ControlOps(Scope scope) {
    super(scope);
  }

  /** Its input, unchanged. */
  public Output identity(Operand input) {
    return op("Identity", input);
  }

  /** All inputs, unchanged. */
  public List<Output> identityN(List<? extends Operand> inputs) {
    return outputs(node("IdentityN").inputList(inputs).build());
  }

  /** Does nothing; something to depend on. */
  public Node noOp() {
    return node("NoOp").build();
  }

  /** Does nothing, even when what it depends on is dead. */
  public Node controlTrigger() {
    return node("ControlTrigger").build();
  }

  /** The input; no gradient flows back through it. */
  public Output stopGradient(Operand input) {
    return op("StopGradient", input);
  }

  /** The input; asking for a gradient through it is an error with this message. */
  public Output preventGradient(Operand input, String message) {
    return node("PreventGradient", input).attr("message", message).build().output(0);
  }

  /** A copy of the input in memory of its own. */
  public Output deepCopy(Operand input) {
    return op("DeepCopy", input);
  }

  /** What is fed, or the input if nothing is. */
  public Output placeholderWithDefault(Operand input, Shape shape) {
    return node("PlaceholderWithDefault", input)
        .attr("shape", AttrValue.of(shape))
        .build()
        .output(0);
  }

  /** The input, which must be compatible with a shape when it arrives. */
  public Output ensureShape(Operand input, Shape shape) {
    return node("EnsureShape", input).attr("shape", AttrValue.of(shape)).build().output(0);
  }

  /** The input; NaN or an infinite element is an error that says {@code message}. */
  public Output checkNumerics(Operand input, String message) {
    return node("CheckNumerics", input).attr("message", message).build().output(0);
  }

  /** The input; NaN or an infinite element, told apart by sign, is an error. */
  public Output checkNumericsV2(Operand input, String message) {
    return node("CheckNumericsV2", input).attr("message", message).build().output(0);
  }

  /** Fails, showing {@code data}, if the condition does not hold. */
  public Node assertThat(Operand condition, List<? extends Operand> data) {
    return node("Assert", condition).inputList(data).build();
  }

  /** Prints a string. */
  public Node print(Operand string) {
    return node("PrintV2", string).build();
  }

  /** Ends the step with an error. */
  public Node abort(String message) {
    return node("Abort").attr("error_msg", message).build();
  }

  /** Seconds since 1970 when it runs. */
  public Output timestamp() {
    return op("Timestamp");
  }

  /** Whether a value counts as true in a condition. */
  public Output toBool(Operand input) {
    return op("ToBool", input);
  }

  /** The two ends of a {@code Switch}; the one that is not taken is dead. */
  public record Branches(Output whenFalse, Output whenTrue) {}

  /** Hands {@code data} to one of two branches. */
  public Branches switchOn(Operand data, Operand condition) {
    Node node = node("Switch", data, condition).build();
    return new Branches(node.output(0), node.output(1));
  }

  /** A value that was merged, and which of the inputs it was. */
  public record Merged(Output output, Output index) {}

  /** The first live one of its inputs. */
  public Merged merge(List<? extends Operand> inputs) {
    Node node = node("Merge").inputList(inputs).build();
    return new Merged(node.output(0), node.output(1));
  }

  /** Takes a value into the loop {@code frame}. */
  public Output enter(Operand data, String frame) {
    return enter(data, frame, false);
  }

  /** Takes a value into the loop {@code frame}; if constant, to every iteration. */
  public Output enter(Operand data, String frame, boolean isConstant) {
    return node("Enter", data)
        .attr("frame_name", frame)
        .attr("is_constant", isConstant)
        .build()
        .output(0);
  }

  /** Takes a value out of its loop. */
  public Output exit(Operand data) {
    return op("Exit", data);
  }

  /** Takes a value to the next iteration of its loop. */
  public Output nextIteration(Operand data) {
    return op("NextIteration", data);
  }

  /** Marks the condition of a loop. */
  public Output loopCond(Operand condition) {
    return op("LoopCond", condition);
  }

  /** The results of a function without effects. */
  public List<Output> call(GraphFunction function, List<? extends Operand> arguments) {
    return call("PartitionedCall", function, arguments);
  }

  /** The results of a function that may have effects. */
  public List<Output> statefulCall(GraphFunction function, List<? extends Operand> arguments) {
    return call("StatefulPartitionedCall", function, arguments);
  }

  private List<Output> call(String op, GraphFunction function, List<? extends Operand> arguments) {
    return outputs(
        node(op)
            .inputList(arguments)
            .attr("Tout", results(function))
            .attr("f", AttrValue.function(function.name()))
            .build());
  }

  private static AttrValue results(GraphFunction function) {
    return AttrValue.ofTypes(
        function.outputs().stream().map(GraphFunction.Parameter::dtype).toList());
  }

  /** Calls one of two functions, which may have effects. */
  public List<Output> ifThenElse(
      Operand condition,
      GraphFunction thenBranch,
      GraphFunction elseBranch,
      List<? extends Operand> arguments) {
    boolean stateful = thenBranch.isStateful() || elseBranch.isStateful();
    return outputs(
        node(stateful ? "If" : "StatelessIf", condition)
            .inputList(arguments)
            .attr("Tout", results(thenBranch))
            .attr("then_branch", AttrValue.function(thenBranch.name()))
            .attr("else_branch", AttrValue.function(elseBranch.name()))
            .build());
  }

  /** Applies {@code body} to the variables as long as {@code condition} holds for them. */
  public List<Output> whileLoop(
      GraphFunction condition, GraphFunction body, List<? extends Operand> variables) {
    boolean stateful = condition.isStateful() || body.isStateful();
    return outputs(
        node(stateful ? "While" : "StatelessWhile")
            .inputList(variables)
            .attr("cond", AttrValue.function(condition.name()))
            .attr("body", AttrValue.function(body.name()))
            .build());
  }

  /** Calls one of several functions; the last one if the index is out of range. */
  public List<Output> switchCase(
      Operand index, List<GraphFunction> branches, List<? extends Operand> arguments) {
    boolean stateful = branches.stream().anyMatch(GraphFunction::isStateful);
    List<AttrValue> names =
        branches.stream().map(branch -> AttrValue.function(branch.name())).toList();
    NodeBuilder builder = node(stateful ? "Case" : "StatelessCase", index).inputList(arguments);
    return outputs(
        builder
            .attr("Tout", results(branches.get(0)))
            .attr("branches", new AttrValue.ListValue(AttrType.FUNC, names))
            .build());
  }
}
