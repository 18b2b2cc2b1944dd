package dev.weir.graph;

import static dev.weir.graph.SampleGraphs.constant;
import static dev.weir.graph.SampleGraphs.placeholder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class TestNodeBuilder {
  private final Graph graph = SampleOps.graph();
  private final Node one = constant(graph, "one", Tensors.scalar(1f));
  private final Node number = constant(graph, "number", Tensors.scalar(1));

  /** The refusal must be this text, and then the line of this file that built the node. */
  private static AbstractThrowableAssert<?, ?> refuses(ThrowingCallable action, String text) {
    return assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageMatching(Pattern.quote(text) + "\n  built at TestNodeBuilder\\.java:\\d+");
  }

  @Test
  void refusalHasFields() {
    assertThatThrownBy(() -> graph.node("Add", "sum").input(one).input(number).build())
        .isInstanceOfSatisfying(
            WeirException.class,
            e -> {
              assertThat(e.rule()).startsWith("y must have T = float32");
              assertThat(e.op()).isEqualTo("Add");
              assertThat(e.node()).isEqualTo("sum");
              assertThat(e.builtAt()).matches("TestNodeBuilder\\.java:\\d+");
              assertThat(e.task()).isNull();
            });
  }

  @Test
  void typesAndCountsFollowFromTheInputs() {
    Node node = graph.node("Concat").input(number).inputList(List.of(one, one, one)).build();
    assertThat(node.attrs().type("T")).isEqualTo(DType.FLOAT32);
    assertThat(node.attrs().integer("N")).isEqualTo(3);
    assertThat(node.name()).isEqualTo("Concat");
  }

  @Test
  void flatInputsAreCutIntoArguments() {
    Node node =
        graph
            .node("Concat", "c")
            .attr("N", 2)
            .attr("T", DType.FLOAT32)
            .flatInputs(List.of(number.output(0), one.output(0), one.output(0)))
            .build();
    assertThat(node.inputCount()).isEqualTo(3);
  }

  @Test
  void inputsMustAgree() {
    refuses(
        () -> graph.node("Add", "sum").input(one).input(number).build(),
        "[Add \"sum\"] y must have T = float32, like the inputs and attributes before it: it is"
            + " [int32[] number:0]");
  }

  @Test
  void typesMustBeAllowed() {
    Node flag = graph.node("Flag", "flag").build();
    refuses(
        () -> graph.node("Add", "sum").input(flag).input(flag).build(),
        "[Add \"sum\"] its attribute \"T\" must be one of [float32, float64, int32]: it is bool");
  }

  @Test
  void fixedTypesMustBeRight() {
    refuses(
        () -> graph.node("Split", "s").input(one).input(one).attr("num_split", 2).build(),
        "[Split \"s\"] split_dim must be int32: it is float32[] one:0");
  }

  @Test
  void inputsMustBeThere() {
    refuses(
        () -> graph.node("Add", "sum").input(one).build(),
        "[Add \"sum\"] it takes 2 inputs, got 1");
    refuses(
        () -> graph.node("Identity", "i").inputList(List.of(one, one)).build(),
        "[Identity \"i\"] input is a single tensor, got 2");
  }

  @Test
  void attributesMustBeThereAndRight() {
    refuses(
        () -> graph.node("Split", "s").input(number).input(one).build(),
        "[Split \"s\"] its attribute \"num_split\" (int) must be given");
    refuses(
        () -> graph.node("Split", "s").input(number).input(one).attr("num_split", 0).build(),
        "[Split \"s\"] its attribute \"num_split\" must be at least 1: it is 0");
    refuses(
        () -> graph.node("Flag", "f").attr("on", "yes").build(),
        "[Flag \"f\"] its attribute \"on\" must be of type bool: it is \"yes\"");
    refuses(
        () -> graph.node("Flag", "f").attr("of", true).build(),
        "[Flag \"f\"] it has no attribute \"of\"");
    assertThat(graph.node("Flag", "f").attr("_of", true).build().attrs().bool("_of")).isTrue();
  }

  @Test
  void referencesMustBeReferences() {
    refuses(
        () -> graph.node("Assign", "a").input(one).input(one).build(),
        "[Assign \"a\"] ref must be a reference to a variable: it is the value float32[] one:0");
  }

  @Test
  void inputsMustBeOfTheSameGraph() {
    Node other = constant(SampleOps.graph(), "other", Tensors.scalar(1f));
    refuses(
        () -> graph.node("Identity", "i").input(other).build(),
        "[Identity \"i\"] its input other:0 is in another graph");
    refuses(
        () -> graph.node("NoOp", "n").controlInput(other).build(),
        "[NoOp \"n\"] its control input Const \"other\" is in another graph");
  }

  @Test
  void shapesMustFit() {
    Node a = placeholder(graph, "a", DType.FLOAT32, Shape.of(32, 784));
    Node b = placeholder(graph, "b", DType.FLOAT32, Shape.of(785, 128));
    refuses(
        () -> graph.node("MatMul", "layer1/product").input(a).input(b).build(),
        "[MatMul \"layer1/product\"] inner dimensions must agree: a is float32[32,784], b is"
            + " float32[785,128]");
  }

  @Test
  void devicesAndNamesMustBeReal() {
    refuses(
        () -> graph.node("NoOp", "n").device("/cpu").build(),
        "[NoOp \"n\"] \"/cpu\" is no device name; they look like"
            + " /job:worker/task:0/device:CPU:0");
    refuses(
        () -> graph.node("NoOp", "a b").build(),
        "[NoOp \"a b\"] \"a b\" is not a valid node name: letters, digits and . first, then also"
            + " _ - / and >");
  }

  @Test
  void unknownOpsAreNamed() {
    assertThatThrownBy(() -> graph.node("MatMull"))
        .hasMessageContaining("no op is called \"MatMull\"");
  }

  @Test
  void onlyAMergeHasBackEdges() {
    refuses(
        () -> graph.node("Identity", "i").input(one).openBackEdge().build(),
        "[Identity \"i\"] only a Merge takes a back edge");
  }
}
