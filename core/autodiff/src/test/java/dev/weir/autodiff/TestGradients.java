package dev.weir.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestGradients {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.scalar());

  private float at(float value, Operand fetch) {
    return run(value, fetch).getFloat(0);
  }

  private Tensor run(float value, Operand fetch) {
    try (Session session = Session.open(graph)) {
      return session.runner().feed(x, Tensors.scalar(value)).run(fetch);
    }
  }

  private Output gradient(Operand loss, Operand parameter) {
    return Gradients.of(loss, List.of(parameter)).getFirst().dense(ops.scope());
  }

  @Test
  void sumsOverPaths() {
    // x² + eˣ + x
    Output loss = ops.math.add(ops.math.add(ops.math.mul(x, x), ops.math.exp(x)), x);
    assertThat(at(2, gradient(loss, x))).isEqualTo((float) (4 + Math.exp(2) + 1));
  }

  @Test
  void whatIsKnownOfAReductionIsNotComputedWhileRunning() {
    Output rows = ops.array.fill(Shape.of(2, 3), x);
    Output means = ops.math.mean(rows, -1);
    Output loss = ops.math.sum(ops.math.square(means), 0);
    int before = graph.nodes().size();
    assertThat(at(5, gradient(loss, x))).isEqualTo(20);
    List<String> added =
        graph.nodes().stream().skip(before).map(node -> node.op().signature().name()).toList();
    assertThat(added)
        .contains("BroadcastTo")
        .doesNotContain("Shape", "Range", "Size", "FloorMod", "DynamicStitch");
  }

  @Test
  void aReductionOfUnknownShapeIsUndoneWhileRunning() {
    Output some = ops.placeholder(DType.FLOAT32, Shape.unknown());
    Output axes = ops.placeholder(DType.INT32, Shape.of(1));
    Output means = ops.math.mean(some, axes);
    Output gradient = gradient(means, some);
    try (Session session = Session.open(graph)) {
      Tensor result =
          session
              .runner()
              .feed(some, Tensors.of(Shape.of(2, 4), 1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f))
              .feed(axes, Tensors.of(Shape.of(1), -1))
              .run(gradient);
      assertThat(result.shape()).isEqualTo(Shape.of(2, 4));
      assertThat(result.getFloat(7)).isEqualTo(0.25f);
    }
  }

  @Test
  void differentiatesByAnyEdge() {
    Output inner = ops.math.mul(x, x);
    Output loss = ops.math.mul(inner, inner);
    assertThat(at(3, gradient(loss, inner))).isEqualTo(18);
  }

  @Test
  void differentiatesGradients() {
    Output loss = ops.math.mul(ops.math.mul(x, x), x);
    Output second = gradient(gradient(loss, x), x);
    Output third = gradient(second, x);
    assertThat(at(5, second)).isEqualTo(30);
    assertThat(at(5, third)).isEqualTo(6);
  }

  @Test
  void sumsTheElementsOfALoss() {
    Output loss = ops.math.mul(x, ops.constant(new float[] {1, 2, 3}));
    assertThat(at(7, gradient(loss, x))).isEqualTo(6);
  }

  @Test
  void startsFromGivenGradients() {
    Output loss = ops.math.mul(x, x);
    List<Gradient> gradients =
        Gradients.in(ops.scope())
            .startingFrom(List.of(ops.constant(10f)))
            .of(List.of(loss), List.of(x));
    assertThat(at(3, gradients.getFirst().dense(ops.scope()))).isEqualTo(60);
  }

  @Test
  void takesStopsAsConstants() {
    Output inner = ops.math.mul(x, x);
    Output loss = ops.math.mul(inner, x);
    List<Gradient> gradients =
        Gradients.in(ops.scope()).stoppingAt(List.of(inner)).of(List.of(loss), List.of(x));
    assertThat(at(3, gradients.getFirst().dense(ops.scope()))).isEqualTo(9);
  }

  @Test
  void stopGradientStops() {
    Output inner = ops.control.stopGradient(ops.math.mul(x, x));
    assertThat(at(3, gradient(ops.math.mul(inner, x), x))).isEqualTo(9);
  }

  @Test
  void saysWhyThereIsNoGradient() {
    Output other = ops.withName("other").constant(1f);
    Output rounded = ops.withName("whole").math.round(x);
    Gradient unused = Gradients.of(ops.math.exp(x), List.of(other)).getFirst();
    Gradient blocked = Gradients.of(ops.math.exp(rounded), List.of(x)).getFirst();
    assertThat(unused).isEqualTo(new Gradient.None("the loss does not depend on other:0"));
    assertThat(blocked)
        .isInstanceOfSatisfying(
            Gradient.None.class,
            none ->
                assertThat(none.reason())
                    .startsWith("between the loss and x:0 is Round \"whole\", and "));
    assertThatThrownBy(() -> unused.dense(ops.scope()))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("there is no gradient: the loss does not depend on other:0");
  }

  @Test
  void overridesTheGradientOfAnOp() {
    Output loss = ops.math.exp(ops.math.mul(x, x));
    List<Gradient> gradients =
        Gradients.in(ops.scope())
            .overriding("Exp", context -> context.flow(0, context::gradient))
            .of(List.of(loss), List.of(x));
    assertThat(at(3, gradients.getFirst().dense(ops.scope()))).isEqualTo(6);
  }

  @Test
  void overridesTheGradientOfOneNode() {
    Node special =
        graph.node("Exp", "special").input(x).attr("_gradient_op_type", "Through").build();
    Output loss = ops.math.add(special, ops.math.exp(x));
    List<Gradient> gradients =
        Gradients.in(ops.scope())
            .overriding("Through", context -> context.flow(0, context::gradient))
            .of(List.of(loss), List.of(x));
    assertThat(at(0, gradients.getFirst().dense(ops.scope()))).isEqualTo(2);
  }

  @Test
  void namesThePathToAnOpWithoutGradient() {
    Output inner = ops.withName("inner").math.exp(x);
    Output loss = ops.withName("loss").math.neg(ops.withName("odd").math.tanh(inner));
    Gradients without =
        Gradients.in(ops.scope())
            .overriding(
                "Tanh",
                context -> {
                  throw WeirException.unimplemented("it has none");
                });
    assertThatThrownBy(() -> without.of(List.of(loss), List.of(x)))
        .isInstanceOf(WeirException.class)
        .hasMessage(
            """
            it has none
              on the way from the loss to a parameter:
                Neg "loss"
                Tanh "odd"
                Exp "inner"
                Placeholder "x\"\
            """);
  }

  @Test
  void refusesWholeNumbers() {
    Output whole = ops.withName("whole").constant(3);
    assertThatThrownBy(() -> Gradients.of(whole, List.of(x)))
        .isInstanceOf(WeirException.class)
        .hasMessage("only floating-point and complex values have gradients, not int32[] whole:0");
  }

  @Test
  void aVariableIsDifferentiatedHoweverItIsRead() {
    GraphVariable w = ops.withName("w").state.variable(ops.constant(3f));
    Output loss = ops.math.mul(w, w.read());
    Output slope = gradient(loss, w);
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(w.initializer()).run();
      assertThat(session.run(slope).getFloat(0)).isEqualTo(6);
    }
  }

  @Test
  void goesThroughFunctions() {
    GraphFunction cube =
        ops.function(
            "cube",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.math.mul(body.math.mul(in.get(0), in.get(0)), in.get(0))));
    Output first = gradient(ops.control.call(cube, List.of(x)).getFirst(), x);
    assertThat(at(2, first)).isEqualTo(12);
    assertThat(at(2, gradient(first, x))).isEqualTo(12);
  }

  @Test
  void goesThroughVariablesThatFunctionsRead() {
    GraphVariable w = ops.withName("w").state.variable(ops.constant(3f));
    GraphFunction scaled =
        ops.function(
            "scaled",
            List.of(DType.RESOURCE, DType.FLOAT32),
            (body, in) ->
                List.of(
                    body.math.mul(body.state.readVariableOp(in.get(0), DType.FLOAT32), in.get(1))));
    Output loss = ops.control.statefulCall(scaled, List.of(w.handle(), x)).getFirst();
    Output slope = gradient(loss, w);
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(w.initializer()).run();
      assertThat(session.runner().feed(x, Tensors.scalar(5f)).run(slope).getFloat(0)).isEqualTo(5);
    }
  }

  @Test
  void refusesToRepeatRandomFunctions() {
    GraphFunction noisy =
        ops.function(
            "noisy",
            List.of(DType.FLOAT32),
            (body, in) ->
                List.of(
                    body.math.mul(
                        in.get(0),
                        body.random.randomUniform(body.constant(new int[0]), DType.FLOAT32))));
    Output loss = ops.control.statefulCall(noisy, List.of(x)).getFirst();
    assertThatThrownBy(() -> gradient(loss, x))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("a second time")
        .hasMessageContaining("RandomUniform");
  }

  @Test
  void goesThroughConditionals() {
    GraphFunction squared =
        ops.function(
            "squared",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.math.mul(in.get(0), in.get(0))));
    GraphFunction negated =
        ops.function(
            "negated", List.of(DType.FLOAT32), (body, in) -> List.of(body.math.neg(in.get(0))));
    Output isPositive = ops.math.greater(x, ops.constant(0f));
    Output loss = ops.control.ifThenElse(isPositive, squared, negated, List.of(x)).getFirst();
    Output slope = gradient(loss, x);
    assertThat(at(3, slope)).isEqualTo(6);
    assertThat(at(-3, slope)).isEqualTo(-1);
  }

  @Test
  void preventedGradientsAreRefusedWithTheMessage() {
    Output loss = ops.control.preventGradient(ops.math.exp(x), "this is a count");
    assertThatThrownBy(() -> gradient(loss, x))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("this is a count");
  }

  @Test
  void goesThroughSwitchAndMerge() {
    Output isPositive = ops.math.greater(x, ops.constant(0f));
    Node either = graph.node("Switch").input(x).input(isPositive).build();
    Output squared = ops.math.mul(either.output(1), either.output(1));
    Output kept = ops.math.exp(either.output(0));
    Node merged = graph.node("Merge").inputList(List.of(kept, squared)).build();
    Output loss = ops.math.mul(merged.output(0), ops.constant(10f));
    Output slope = gradient(loss, x);
    assertThat(at(3, slope)).isEqualTo(60);
    assertThat(at(-1, slope)).isEqualTo((float) (10 * Math.exp(-1)));
  }

  @Test
  void aBranchThatIgnoresTheValueHasGradientZero() {
    Output isPositive = ops.math.greater(x, ops.constant(0f));
    Node either = graph.node("Switch").input(x).input(isPositive).build();
    Output squared = ops.math.mul(either.output(1), either.output(1));
    Node constant = graph.node("Switch").input(ops.constant(7f)).input(isPositive).build();
    Node merged = graph.node("Merge").inputList(List.of(constant.output(0), squared)).build();
    Output slope = gradient(merged.output(0), x);
    assertThat(at(3, slope)).isEqualTo(6);
    assertThat(at(-3, slope)).isZero();
  }
}
