package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

final class TestGraphDefRefusals {
  private static final String T = " attr { key: 'T' value { type: DT_FLOAT } }";
  private static final String CONST =
      "node { name: 'c' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } }"
          + " attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape {} } } } } ";

  private static AbstractThrowableAssert<?, ?> refusal(ErrorCode code, String text) {
    return assertThatThrownBy(() -> GraphDefs.fromText(text, SampleOps.registry()))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private static AbstractThrowableAssert<?, ?> invalid(String text) {
    return refusal(ErrorCode.INVALID_ARGUMENT, text);
  }

  @Test
  void inputsOfUnknownOpsThatAreNotThere() {
    invalid("node { name: 'x' op: 'Nonsense' input: 'y' }")
        .hasMessage("[Nonsense \"x\"] its input \"y\" is missing: no node is called \"y\"");
    invalid("node { name: 'x' op: 'Nonsense' } node { name: 'x' op: 'NoOp' }")
        .hasMessageContaining("the file has two nodes of this name");
  }

  @Test
  void refusalHasFields() {
    invalid(CONST + "node { name: 'i' op: 'Identity' input: 'c' }")
        .isInstanceOfSatisfying(
            WeirException.class,
            e -> {
              assertThat(e.rule()).isEqualTo("its attribute \"T\" (type) is missing");
              assertThat(e.op()).isEqualTo("Identity");
              assertThat(e.node()).isEqualTo("i");
              assertThat(e.builtAt()).isNull();
            });
  }

  @Test
  void unknownAttributes() {
    invalid("node { name: 'x' op: 'NoOp' attr { key: 'nope' value { i: 1 } } }")
        .hasMessage("[NoOp \"x\"] it has no attribute \"nope\"");
  }

  @Test
  void typesThatAreNotSaid() {
    invalid(CONST + "node { name: 'i' op: 'Identity' input: 'c' }")
        .hasMessage("[Identity \"i\"] its attribute \"T\" (type) is missing");
  }

  @Test
  void typesThatAreNotTrue() {
    invalid(
            CONST
                + "node { name: 'i' op: 'Identity' input: 'c'"
                + " attr { key: 'T' value { type: DT_INT32 } } }")
        .hasMessageContaining("[Identity \"i\"] input must have T = int32");
  }

  @Test
  void missingInputs() {
    invalid("node { name: 'i' op: 'Identity' input: 'gone:1'" + T + "}")
        .hasMessage("[Identity \"i\"] its input \"gone:1\" is missing: no node is called \"gone\"");
    invalid(CONST + "node { name: 'i' op: 'Identity' input: 'c:3'" + T + "}")
        .hasMessage("[Identity \"i\"] its input \"c:3\" does not exist: Const \"c\" has 1 outputs");
    invalid(CONST + "node { name: 'i' op: 'Identity' input: 'c:01'" + T + "}")
        .hasMessageContaining("no node is called \"c:01\"");
    invalid(CONST + "node { name: 'i' op: 'Identity'" + T + "}")
        .hasMessageContaining("[Identity \"i\"] it needs more than the 0 inputs it has");
    invalid(CONST + "node { name: 'i' op: 'Identity' input: 'c' input: 'c'" + T + "}")
        .hasMessage("[Identity \"i\"] it takes 1 inputs, got 2");
  }

  @Test
  void twoNodesOfOneName() {
    invalid("node { name: 'x' op: 'NoOp' } node { name: 'x' op: 'NoOp' }")
        .hasMessage("[NoOp \"x\"] the file has two nodes of this name");
  }

  @Test
  void namesThatAreNone() {
    for (String name : new String[] {"", "a b", "^a", "/a", "a:0", "a>", ">a", "ä", "a\\\\b"}) {
      invalid("node { name: '" + name + "' op: 'NoOp' }")
          .hasMessageContaining("is not a valid node name");
    }
  }

  @Test
  void dataInputsAfterControlInputs() {
    invalid(CONST + "node { name: 'i' op: 'Identity' input: '^c' input: 'c'" + T + "}")
        .hasMessage("[Identity \"i\"] its input \"c\" comes after a control input");
  }

  @Test
  void cyclesThatAreNoLoops() {
    invalid("node { name: 'i' op: 'Identity' input: 'i'" + T + "}")
        .hasMessageContaining("the graph has a cycle")
        .hasMessageEndingWith(": Identity \"i\" -> \"i\"");
    invalid(
            "node { name: 'a' op: 'NoOp' input: '^b' } node { name: 'b' op: 'NoOp' input: '^c' }"
                + "node { name: 'c' op: 'NoOp' input: '^a' } node { name: 'd' op: 'NoOp' input:"
                + " '^a' }")
        .hasMessageEndingWith(": NoOp \"c\" -> NoOp \"b\" -> NoOp \"a\" -> \"c\"");
  }

  @Test
  void loopsThatNothingEnters() {
    String n = " attr { key: 'N' value { i: 1 } }";
    invalid(
            "node { name: 'm' op: 'Merge' input: 'n'"
                + T
                + n
                + "} node { name: 'n' op: 'NextIteration' input: 'm'"
                + T
                + "}")
        .hasMessage("[Merge \"m\"] all its inputs come from NextIteration; nothing enters");
  }

  @Test
  void colocationWithNothing() {
    invalid(
            "node { name: 'x' op: 'NoOp' attr { key: '_class' value { list { s: 'loc:@gone' } } }"
                + " }")
        .hasMessage(
            "[NoOp \"x\"] it must be on the device of \"gone\", a node that does not exist");
  }

  @Test
  void devicesThatAreNone() {
    invalid("node { name: 'x' op: 'NoOp' device: '/here' }")
        .hasMessageContaining("[NoOp \"x\"] \"/here\" is no device name");
  }

  @Test
  void filesOfTheFuture() {
    invalid("versions { producer: 3000 min_consumer: 2500 }").hasMessageContaining("2500 or later");
    invalid("versions { bad_consumers: 2014 }").hasMessageContaining("2014");
  }

  @Test
  void valuesOfTheWrongKind() {
    invalid("node { name: 'f' op: 'Flag' attr { key: 'on' value { i: 1 } } }")
        .hasMessage("[Flag \"f\"] its attribute \"on\" must be of type bool: it is 1");
    invalid("node { name: 'f' op: 'Flag' attr { key: 'on' value { } } }")
        .hasMessage("[Flag \"f\"] its attribute \"on\": it has no value");
    invalid("node { name: 'f' op: 'Flag' attr { key: '_x' value { list { i: 1 b: true } } } }")
        .hasMessageContaining("a list holds values of one type, not both int and bool");
    invalid("node { name: 'i' op: 'Identity' attr { key: 'T' value { type: DT_FLOAT_REF } } }")
        .hasMessageContaining("element type 101 is a reference to a float32");
  }

  @Test
  void impossibleTensorSizes() {
    String huge = "9223372036854775807";
    for (String count : new String[] {huge, "2147483647", "-1"}) {
      invalid(
              CONST
                  + "node { name: 's' op: 'Split' input: 'c' input: 'c'"
                  + T
                  + " attr { key: 'num_split' value { i: "
                  + count
                  + " } } }")
          .hasMessageContaining("[Split \"s\"]");
    }
  }

  @Test
  void damagedBytes() {
    byte[] whole = GraphDefs.toBinary(SampleGraphs.varied());
    ByteBuffer half = ByteBuffer.wrap(Arrays.copyOf(whole, whole.length - 3));
    assertThatThrownBy(() -> GraphDefs.fromBinary(half, SampleOps.registry()))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_LOSS))
        .hasMessageContaining("are not a graph, or are damaged");
  }

  @Test
  void textThatIsNoGraph() {
    invalid("node { name: 'x' ").hasMessageContaining("the text is not a graph: line 1");
    invalid("nodes {}").hasMessageContaining("line 1");
  }

  @Test
  void nestingWithoutEnd() {
    String open = "attr { key: 'a' value { func { name: 'f' ";
    String close = "} } }";
    String deep =
        "node { name: 'x' op: 'NoOp' " + open.repeat(100_000) + close.repeat(100_000) + "}";
    invalid(deep).hasMessageContaining("line 1");
  }

  @Test
  void whatIsRefusedLeavesNoTrace() {
    Graph graph = SampleOps.graph();
    SampleGraphs.constant(graph, "a", Tensors.scalar(1f));
    String text = CONST + "node { name: 'z' op: 'Identity' input: 'c:7'" + T + "}";
    assertThatThrownBy(() -> GraphDefs.importTextInto(graph, text, ""))
        .isInstanceOf(WeirException.class);
    assertThat(graph.size()).isEqualTo(1);
    assertThat(graph.has("c")).isFalse();
    GraphDefs.importTextInto(graph, CONST, "");
    assertThat(graph.size()).isEqualTo(2);
  }

  @Test
  void namesTheGraphHas() {
    Graph graph = SampleOps.graph();
    SampleGraphs.constant(graph, "c", Tensors.scalar(1f));
    assertThatThrownBy(() -> GraphDefs.importTextInto(graph, CONST, ""))
        .hasMessageContaining("the graph has a node \"c\" already");
  }
}
