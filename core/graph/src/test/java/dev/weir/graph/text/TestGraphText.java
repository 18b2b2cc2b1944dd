package dev.weir.graph.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.SampleFuzz;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class TestGraphText {
  private static Graph parse(String text) {
    return GraphText.parse(text, SampleOps.registry());
  }

  private static AbstractThrowableAssert<?, ?> refusal(String text) {
    return assertThatThrownBy(() -> parse(text)).isInstanceOf(WeirException.class);
  }

  @Test
  void aNodeIsALine() {
    Graph graph = SampleGraphs.varied();
    assertThat(GraphText.print(graph.get("x")))
        .isEqualTo("%x = Placeholder() {dtype: float32, shape: [?,784]}  # -> float32[?,784]");
    assertThat(GraphText.print(graph.get("layer1/product")))
        .isEqualTo(
            "%layer1/product = MatMul(%x, %weights)"
                + " {_class: [\"loc:@x\", \"loc:@weights\"], transpose_b: true}"
                + " @\"/device:CPU:1\" ^%init  # -> float32[?,?]");
    assertThat(GraphText.print(graph.get("joined")))
        .isEqualTo("%joined = Concat(%axis, [%parts:2, %parts, %parts])  # -> float32<unknown>");
    assertThat(GraphText.print(graph.get("loop/merge")))
        .isEqualTo("%loop/merge = Merge([%loop/enter, %loop/next])  # -> float32[?,784], int32[]");
    assertThat(GraphText.print(graph.get("none")))
        .isEqualTo("%none = Pairs([], []) {T: int64}  # -> int64<unknown>");
    assertThat(GraphText.print(graph.get("init"))).isEqualTo("%init = NoOp()");
  }

  @Test
  void constantsAreShortWhereTheyCanBe() {
    Graph graph = SampleOps.graph();
    Node few = SampleGraphs.constant(graph, "few", Tensors.vector(1f, -2.5f));
    Node same = SampleGraphs.constant(graph, "same", Tensors.vector(new double[1000]));
    Node text = SampleGraphs.constant(graph, "text", Tensors.scalar("a\n\"b\""));
    assertThat(GraphText.print(few)).contains("value: float32[2](1.0, -2.5)}");
    assertThat(GraphText.print(same)).contains("value: float64[1000](0.0, ...)}");
    assertThat(GraphText.print(text)).contains("value: string[](\"a\\n\\\"b\\\"\")}");
  }

  @Test
  void whatIsPrintedIsReadBack() {
    Graph graph = SampleGraphs.varied();
    Graph again = parse(GraphText.print(graph));
    assertThat(GraphDefs.toText(again)).isEqualTo(GraphDefs.toText(graph));
    assertThat(GraphValidator.problems(again)).isEmpty();
    assertThat(GraphText.print(parse(GraphText.print(again)))).isEqualTo(GraphText.print(again));
  }

  @Test
  void aSummaryLeavesLargeConstantsOut() {
    Graph graph = SampleOps.graph();
    float[] values = new float[100];
    values[99] = 1;
    SampleGraphs.constant(graph, "large", Tensors.vector(values));
    String summary = GraphText.summary(graph);
    assertThat(summary).contains("value: float32[100](; ...)");
    refusal(summary).hasMessageContaining("line 1").hasMessageContaining("left out");
  }

  @Test
  void whatPeopleWrite() {
    Graph graph =
        parse(
            """
            # a comment, then a node over several lines
            %one = Const() {dtype: int32,
                            value: int32[3](1, 2, ...)}
            %p = Placeholder()
                {dtype: float16}   # any shape
            %f = Flag() {on: false} @"/job:worker/task:0" ^%one ^%p
            """);
    assertThat(graph.get("one").attrs().tensor("value").getInt(2)).isEqualTo(2);
    assertThat(graph.get("p").outputShape(0)).isEqualTo(Shape.unknown());
    assertThat(graph.get("p").outputDtype(0)).isEqualTo(DType.FLOAT16);
    assertThat(graph.get("f").controlInputs()).hasSize(2);
  }

  @Test
  void functionsAreBlocks() {
    Graph graph =
        parse(
            """
            function @twice(x: float32) -> (y: float32) {_noinline: true} ^%side {
              %x = _Arg() {T: float32, index: 0}
              %side = NoOp()
              %sum = Add(%x, %x)
              %y = _Retval(%sum) {index: 0}
            }
            function @"odd name"() -> () {}
            %c = Const() {dtype: float32, value: float32[](1.0)}
            %call = PartitionedCall([%c]) {Tout: [float32], f: @twice}
            """);
    GraphFunction twice = graph.findFunction("twice");
    assertThat(twice).isNotNull();
    assertThat(twice.controlOutputs()).containsExactly("side");
    assertThat(graph.findFunction("odd name")).isNotNull();
    assertThat(GraphValidator.problems(graph)).isEmpty();
    assertThat(GraphText.print(parse(GraphText.print(graph)))).isEqualTo(GraphText.print(graph));
  }

  @Test
  void errorsNameThePlace() {
    refusal("%a = NoOp()\n%b = Nope()")
        .hasMessage("line 2, column 10: no op is called \"Nope\" before ()");
    refusal("%a = Identity(%gone)")
        .hasMessage(
            "line 1, column 16: no node is called %gone before here;"
                + " only a Merge can name one that follows");
    refusal("%a = Merge([%gone])").hasMessageContaining("no node is called %gone");
    refusal("%c = Const() {dtype: float32, value: float32[2](1.0)}")
        .hasMessageContaining("float32[2] needs 2 elements, got 1");
    refusal("%c = Const() {dtype: float32, value: float32[](1.0)}\n%d = LoopCond(%c)")
        .hasMessage("line 2, column 2: [LoopCond \"d\"] input must be bool: it is float32[] c:0");
    refusal("%f = Flag() {on: 1}").hasMessageContaining("\"1\" is neither true nor false");
    refusal("%f = Flag() {on: true, on: true}").hasMessageContaining("given twice");
    refusal("%f = Flag() {label: \"a}").hasMessageContaining("a string is not closed");
    refusal("%f = NoOp() {_x: []}").hasMessageContaining("list(int) []");
    refusal("%f = NoOp() %f = NoOp()").hasMessageContaining("already");
    refusal("%f NoOp()").hasMessage("line 1, column 4: \"=\" is missing before NoOp()");
    refusal("%f = PartitionedCall([]) {Tout: [], f: @gone}")
        .hasMessageContaining("no function is called @gone");
  }

  @Test
  void impossibleSizes() {
    refusal("%c = Const() {dtype: float32, value: float32[1152921504606846976](0.0, ...)}")
        .hasMessageContaining("too large");
    refusal("%c = Const() {dtype: int8, value: int8[9223372036854775807, 9](1, ...)}")
        .hasMessageContaining("2^63");
    refusal("%f = NoOp() {_f: " + "@g{a: ".repeat(100_000)).hasMessageContaining("too deeply");
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void damagedTextIsRefused() {
    byte[] valid = GraphText.print(SampleGraphs.varied()).getBytes(StandardCharsets.UTF_8);
    SampleFuzz.run(valid, 500, bytes -> parse(new String(bytes, StandardCharsets.UTF_8)));
  }
}
