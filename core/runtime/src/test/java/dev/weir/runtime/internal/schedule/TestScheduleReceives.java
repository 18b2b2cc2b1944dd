package dev.weir.runtime.internal.schedule;

import static dev.weir.runtime.internal.schedule.PartBuilder.gate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which receives wait, and for what. */
final class TestScheduleReceives {
  private static final int LAYERS = 30;

  /** As eager to delay as can be: the next value is asked for when the one before is used. */
  private static final Lookahead NARROW = new Lookahead(1, 0, 0, Duration.ZERO);

  private final PartBuilder part = new PartBuilder();

  private Graph narrow() {
    return part.scheduled(NARROW);
  }

  private Graph standard() {
    return part.scheduled(Lookahead.STANDARD);
  }

  /** Enough for a schedule in front of what a test is about; its last node. */
  private Output layers() {
    return part.layers(part.feed("x"), LAYERS);
  }

  @Test
  void weightsOfLayersAreAskedForOneAfterTheOther() {
    part.send(layers());
    Graph after = standard();
    int last = 0;
    for (int i = 1; i <= LAYERS; i++) {
      String gate = gate(after, "w" + i);
      int layer = gate == null ? 0 : Integer.parseInt(gate.substring(1));
      assertThat(layer).as("the layer that w%d waits for", i).isBetween(last, Math.max(0, i - 4));
      last = layer;
    }
    assertThat(last).as("the layer that the last waits for").isBetween(LAYERS - 9, LAYERS - 4);
  }

  @Test
  void aShortLookaheadIsShort() {
    part.send(layers());
    Graph after = narrow();
    for (int i = 4; i <= LAYERS; i++) {
      assertThat(gate(after, "w" + i)).isIn("l" + (i - 3), "l" + (i - 2), "l" + (i - 1));
    }
  }

  @Test
  void aValueThatTakesLongIsAskedForAtOnce() {
    assertThat(gateAfterTenLayers(512)).isNotNull();
    assertThat(gateAfterTenLayers(1 << 22)).isNull();
  }

  private static @Nullable String gateAfterTenLayers(int columns) {
    PartBuilder part = new PartBuilder();
    Output before = part.layers(part.feed("x", Shape.of(1 << 16, 512)), 10);
    Output last = part.receive("last", Shape.of(512, columns)).output(0);
    part.send(part.node("TestMatMul", "product", before, last));
    return gate(part.scheduled(NARROW), "last");
  }

  @Test
  void aHandfulOfReceivesStaysAsItIs() {
    part.send(part.layers(part.feed("x"), 4));
    assertThat(standard()).isSameAs(part.graph);
  }

  @Test
  void manySmallReceivesStayAsTheyAre() {
    Output sum = part.feed("x");
    for (int i = 0; i < 100; i++) {
      sum = part.node("TestAdd", "s" + i, sum, part.receive("b" + i, Shape.of(512)).output(0));
    }
    part.send(sum);
    assertThat(standard()).isSameAs(part.graph);
  }

  @Test
  void whatIsWithinTheLookaheadStaysAsItIs() {
    Output current = part.feed("x", Shape.of(100, 150));
    for (int i = 0; i < 40; i++) {
      Output weights = part.receive("w" + i, Shape.of(150, 150)).output(0);
      current = part.node("TestMatMul", "l" + i, current, weights);
    }
    part.send(current);
    assertThat(standard()).isSameAs(part.graph);
  }

  @Test
  void biasesAmongWeightsAreNotDelayed() {
    Output current = part.feed("x");
    for (int i = 1; i <= LAYERS; i++) {
      current = part.node("TestMatMul", "l" + i, current, part.receive("w" + i));
      Output bias = part.receive("b" + i, Shape.of(512)).output(0);
      current = part.node("TestAdd", "s" + i, current, bias);
    }
    part.send(current);
    Graph after = standard();
    assertThat(gate(after, "w" + LAYERS)).isNotNull();
    assertThat(gate(after, "b" + LAYERS)).isNull();
  }

  @Test
  void valuesOfUnknownShapeHaveAScheduleToo() {
    Output current = part.feed("x");
    for (int i = 1; i <= 60; i++) {
      Output weights = part.receive("w" + i, Shape.unknown()).output(0);
      current = part.node("TestMatMul", "l" + i, current, weights);
    }
    part.send(current);
    assertThat(gate(standard(), "w60")).isNotNull();
  }

  @Test
  void oneSideOfADiamondDoesNotWaitForTheOther() {
    Output top = layers();
    Output left = part.node("TestMatMul", "left", top, part.receive("wLeft"));
    Output right = part.node("TestMatMul", "right", top, part.receive("wRight"));
    Output joined = part.node("TestAdd", "joined", left, right);
    part.send(part.node("TestMatMul", "below", joined, part.receive("wBelow")));
    Graph after = narrow();
    assertThat(gate(after, "wLeft")).startsWith("l").isNotEqualTo("left");
    assertThat(gate(after, "wRight")).startsWith("l").isNotEqualTo("left");
    assertThat(gate(after, "wBelow")).isNotNull();
  }

  @Test
  void branchesWithoutACommonPastAreLeftAlone() {
    Output x = part.feed("x");
    Output sum = x;
    for (int i = 0; i < LAYERS; i++) {
      Output branch = part.node("TestMatMul", "branch" + i, x, part.receive("w" + i));
      sum = part.node("TestAdd", "sum" + i, sum, branch);
    }
    part.send(sum);
    assertThat(narrow()).isSameAs(part.graph);
  }

  @Test
  void theFirstUseCounts() {
    Output x = part.feed("x");
    Output early = part.receive("early");
    Output first = part.node("TestMatMul", "first", x, early);
    Output last = part.layers(first, LAYERS);
    part.send(part.node("TestMatMul", "again", last, early));
    Graph after = narrow();
    assertThat(gate(after, "early")).isNull();
    assertThat(gate(after, "w" + LAYERS)).isNotNull();
  }

  @Test
  void aUseByAControlEdgeCounts() {
    Output last = layers();
    Output late = part.receive("late");
    Node early = part.graph.node("NoOp", "early").controlInput(late.node()).buildExact();
    part.graph.node("NoOp", "after").controlInput(early).buildExact();
    part.send(part.node("TestMatMul", "use", last, late));
    assertThat(gate(narrow(), "late")).isNull();
  }

  @Test
  void aControlEdgeIsAsGoodAPastAsAnInput() {
    Output last = layers();
    Output late = part.receive("late");
    Output use =
        part.graph
            .node("TestNeg", "use")
            .input(late)
            .controlInput(last.node())
            .buildExact()
            .output(0);
    part.send(use);
    assertThat(gate(narrow(), "late")).startsWith("l");
  }

  @Test
  void aCastOfAReceivedValueIsDelayedWithIt() {
    Output current = part.feed("x");
    for (int i = 1; i <= LAYERS; i++) {
      Node small =
          part.graph
              .node("TestConvert", "small" + i)
              .input(part.receive("w" + i))
              .attr("T", DType.BFLOAT16)
              .buildExact();
      Node wide =
          part.graph
              .node("TestConvert", "wide" + i)
              .input(small.output(0))
              .attr("T", DType.FLOAT32)
              .buildExact();
      current = part.node("TestMatMul", "l" + i, current, wide.output(0));
    }
    part.send(current);
    assertThat(gate(standard(), "w" + LAYERS)).startsWith("l");
  }

  @Test
  void whatOthersSeeIsNotDelayed() {
    Output last = layers();
    Output sent = part.receive("sent");
    Output negative = part.node("TestNeg", "negative", sent);
    part.send(negative); // another part may need it before anything of this part can go on
    part.send(part.node("TestMatMul", "use", last, negative));
    Graph after = narrow();
    assertThat(gate(after, "sent")).isNull();
    assertThat(gate(after, "w" + LAYERS)).isNotNull();
  }

  @Test
  void whatHasEffectsIsNotDelayed() {
    Output last = layers();
    Output shape = part.receive("shape", Shape.of(2)).output(0);
    Output ints =
        part.graph
            .node("TestConvert", "ints")
            .input(shape)
            .attr("T", DType.INT32)
            .buildExact()
            .output(0);
    Output noise =
        part.graph
            .node("TestDraw", "noise")
            .input(ints)
            .attr("shape", AttrValue.of(PartBuilder.LARGE))
            .buildExact()
            .output(0);
    part.send(part.node("TestMatMul", "use", last, noise));
    assertThat(gate(narrow(), "shape")).isNull();
  }

  @Test
  void whatIsReturnedAtOnceIsNotDelayed() {
    Output last = layers();
    Output fetched = part.receive("fetched");
    part.graph.node("_Retval", "result").input(fetched).attr("index", 0).buildExact();
    part.send(part.node("TestMatMul", "use", last, fetched));
    assertThat(gate(narrow(), "fetched")).isNull();
  }

  @Test
  void whatAClientFeedsIsNotDelayed() {
    Output last = layers();
    part.send(part.node("TestMatMul", "use", last, part.feed("late")));
    assertThat(gate(narrow(), "late")).isNull();
  }

  @Test
  void aReceiveThatWaitsAlreadyIsLeftAlone() {
    Output x = part.feed("x");
    Output last = part.layers(x, LAYERS);
    Node late = part.receive("late", PartBuilder.LARGE, x.node());
    part.send(part.node("TestMatMul", "use", last, late.output(0)));
    Graph after = narrow();
    assertThat(after.get("late").controlInputs()).containsExactly(after.get("x"));
  }

  @Test
  void aMergeMayTakeAReceivedValueFirst() {
    Output last = layers();
    Output late = part.receive("late");
    Node merge = part.graph.node("Merge", "merge").inputList(List.of(last, late)).buildExact();
    part.send(merge.output(0));
    assertThat(gate(narrow(), "late")).isNull();
  }

  @Test
  void whatOnlyOneSideOfAMergeWaitsForIsNoGate() {
    Output last = layers();
    Node merge =
        part.graph.node("Merge", "merge").inputList(List.of(last, part.feed("other"))).buildExact();
    part.send(part.node("TestMatMul", "use", merge.output(0), part.receive("late")));
    assertThat(gate(narrow(), "late")).isNull();
  }

  @Test
  void whatEntersALoopIsDelayedUntilTheLoop() {
    Output last = layers();
    Node enter = enter("enter", last);
    Node weights = enter("enterWeights", part.receive("late"));
    Node merge = part.graph.node("Merge", "merge").inputList(List.of(enter, enter)).buildExact();
    Output product = part.node("TestMatMul", "product", merge.output(0), weights.output(0));
    Output next = part.node("NextIteration", "next", product);
    part.graph.connectBackEdge(merge, 1, next);
    Output exit = part.node("Exit", "exit", product);
    part.send(part.node("TestMatMul", "below", exit, part.receive("wBelow")));
    Graph after = narrow();
    assertThat(gate(after, "late")).as("its Enter waits for nothing else").isNull();
    assertThat(gate(after, "wBelow")).as("a node outside of the loop").startsWith("l");
  }

  private Node enter(String name, Output value) {
    return part.graph.node("Enter", name).input(value).attr("frame_name", "loop").buildExact();
  }
}
