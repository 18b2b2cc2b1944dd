package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

final class TestFunctionFiles {
  private static final String T = " attr { key: 'T' value { type: DT_FLOAT } }";
  private static final String SPLIT =
      "node_def { name: 's' op: 'Split' input: 'n' input: 'x'"
          + T
          + " attr { key: 'num_split' value { i: 3 } } }";

  private static String function(String name, String body, String result) {
    return "library { function { signature { name: '"
        + name
        + "' input_arg { name: 'n' type: DT_INT32 } input_arg { name: 'x' type: DT_FLOAT }"
        + " output_arg { name: 'y' type: DT_FLOAT } } "
        + body
        + " ret { key: 'y' value: '"
        + result
        + "' } } }";
  }

  private static GraphFunction read(String body, String result) {
    Graph graph = GraphDefs.fromText(function("f", body, result), SampleOps.registry());
    assertThat(GraphValidator.problems(graph)).isEmpty();
    GraphFunction function = graph.findFunction("f");
    assertThat(function).isNotNull();
    return function;
  }

  private static AbstractThrowableAssert<?, ?> refusal(ErrorCode code, String text) {
    return assertThatThrownBy(() -> GraphDefs.fromText(text, SampleOps.registry()))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  @Test
  void outputsAreNamedByArgument() {
    GraphFunction function =
        read(
            SPLIT
                + "node_def { name: 'sum' op: 'Add' input: 's:output:2' input: 'x:0' input: '^n'"
                + T
                + "}",
            "sum:z:0");
    Node sum = function.body().get("sum");
    assertThat(sum.input(0)).isEqualTo(function.body().get("s").output(2));
    assertThat(sum.input(1).node()).isSameAs(function.body().get("x"));
    assertThat(sum.controlInputs()).isEmpty();
    assertThat(function.body().get("y_RetVal").input(0).node()).isSameAs(sum);
  }

  @Test
  void aWholeListCanBeAnInput() {
    GraphFunction function =
        read(
            SPLIT
                + "node_def { name: 'c' op: 'Concat' input: 'n' input: 's:output'"
                + T
                + " attr { key: 'N' value { i: 3 } } }",
            "c:output:0");
    assertThat(function.body().get("c").inputCount()).isEqualTo(4);
  }

  @Test
  void aResultMayBeAnArgument() {
    assertThat(read("", "x").body().get("y_RetVal").input(0).name()).isEqualTo("x:0");
  }

  @Test
  void inputsThatDoNotExist() {
    for (String input :
        List.of("s", "s:nope:0", "s:output:3", "s:output:x", "gone", "x:1", "s:0")) {
      refusal(
              ErrorCode.INVALID_ARGUMENT,
              function(
                  "f",
                  SPLIT + "node_def { name: 'i' op: 'Identity' input: '" + input + "'" + T + "}",
                  "x"))
          .hasMessageContaining("function \"f\": [Identity \"i\"] its input \"" + input + "\"");
    }
  }

  @Test
  void resultsThatAreMissing() {
    refusal(
            ErrorCode.INVALID_ARGUMENT,
            "library { function { signature { name: 'f'"
                + " output_arg { name: 'y' type: DT_FLOAT } } } }")
        .hasMessage("function \"f\": its result \"y\" has no source");
    refusal(ErrorCode.INVALID_ARGUMENT, function("f", SPLIT, "s:output"))
        .hasMessage("function \"f\": its result \"y\" is one tensor, not \"s:output\", which is 3");
  }

  @Test
  void typeParametersAreNotSupported() {
    refusal(
            ErrorCode.UNIMPLEMENTED,
            "library { function { signature { name: 'f'"
                + " input_arg { name: 'x' type_attr: 'T' } attr { name: 'T' type: 'type' } } } }")
        .hasMessageContaining("function \"f\": the type of \"x\" depends on an attribute");
    refusal(
            ErrorCode.UNIMPLEMENTED,
            function(
                "f",
                "node_def { name: 'i' op: 'Identity' input: 'x'"
                    + " attr { key: 'T' value { placeholder: 'T' } } }",
                "i:output:0"))
        .hasMessage(
            "function \"f\": [Identity \"i\"] its attribute \"T\": it is the parameter \"T\" of a"
                + " function; functions with type parameters are not supported");
  }

  private static String caller(String name, String callee) {
    return function(
        name,
        "node_def { name: 'call' op: 'PartitionedCall' input: 'n' input: 'x'"
            + " attr { key: 'Tin' value { list { type: DT_INT32 type: DT_FLOAT } } }"
            + " attr { key: 'Tout' value { list { type: DT_FLOAT } } }"
            + " attr { key: 'f' value { func { name: '"
            + callee
            + "' } } } }",
        "call:output:0");
  }

  @Test
  void functionsStandInAnyOrder() {
    String text = caller("a", "b") + caller("b", "c") + function("c", "", "x");
    Graph graph = GraphDefs.fromText(text, SampleOps.registry());
    assertThat(graph.functions()).extracting(GraphFunction::name).containsExactly("c", "b", "a");
    GraphFunction a = graph.findFunction("a");
    assertThat(a).isNotNull();
    assertThat(a.body().findFunction("b")).isSameAs(graph.findFunction("b"));
    byte[] bytes = GraphDefs.toBinary(graph);
    Graph again = GraphDefs.fromBinary(ByteBuffer.wrap(bytes), SampleOps.registry());
    assertThat(GraphDefs.toBinary(again)).isEqualTo(bytes);
  }

  @Test
  void functionsThatCallThemselves() {
    refusal(ErrorCode.UNIMPLEMENTED, caller("a", "a"))
        .hasMessage("functions cannot call themselves, directly or through others: [a]");
    refusal(ErrorCode.UNIMPLEMENTED, caller("a", "b") + caller("b", "a"))
        .hasMessageContaining("[a, b]");
  }

  @Test
  void functionsThatAreNotThere() {
    refusal(ErrorCode.NOT_FOUND, caller("a", "gone"))
        .hasMessageContaining("its attribute \"f\" is the function \"gone\"");
    refusal(ErrorCode.INVALID_ARGUMENT, function("f", "", "x") + function("f", "", "x"))
        .hasMessage("the file has two functions called \"f\"");
  }

  @Test
  void aNodeMayBeAFunctionByItsOp() {
    String text =
        function("f", "", "x")
            + function("g", "node_def { name: 'c' op: 'f' input: 'n' input: 'x' }", "c:y:0");
    Graph graph = GraphDefs.fromText(text, SampleOps.registry());
    GraphFunction g = graph.findFunction("g");
    assertThat(g).isNotNull();
    Node call = g.body().get("c");
    assertThat(call.op().signature().name()).isEqualTo("PartitionedCall");
    assertThat(call.attrs().function("f").name()).isEqualTo("f");
    assertThat(call.attrs().types("Tin")).containsExactly(DType.INT32, DType.FLOAT32);
  }

  @Test
  void aFunctionTheGraphHasMustBeTheSame() {
    Graph graph = GraphDefs.fromText(function("f", "", "x"), SampleOps.registry());
    GraphDefs.importTextInto(graph, function("f", "", "x"), "");
    assertThat(graph.functions()).hasSize(1);
    String other =
        function("f", "node_def { name: 'i' op: 'Identity' input: 'x'" + T + "}", "i:output:0");
    assertThatThrownBy(() -> GraphDefs.importTextInto(graph, other, ""))
        .hasMessage("function \"f\": the graph has another function of this name");
  }

  @Test
  void namesThatFilesDoNotAllowAreChanged() {
    Graph body = SampleOps.graph();
    Node in = body.node("_Arg", "In/X").attr("T", DType.FLOAT32).attr("index", 0).build();
    Node wait = SampleGraphs.constant(body, "in_x", Tensors.scalar(1f));
    body.node("_Retval", "out").input(in).attr("index", 0).controlInput(wait).build();
    Graph graph = SampleOps.graph();
    graph.addFunction(
        new GraphFunction(
            "f",
            List.of(new GraphFunction.Parameter("In/X", DType.FLOAT32)),
            List.of(new GraphFunction.Parameter("9", DType.FLOAT32)),
            List.of(),
            body,
            Map.of("_shape", AttrValue.of(Shape.scalar()))));
    Graph again = GraphDefs.fromText(GraphDefs.toText(graph), SampleOps.registry());
    GraphFunction f = again.findFunction("f");
    assertThat(f).isNotNull();
    assertThat(f.inputs().getFirst().name()).isEqualTo("in_x_1");
    assertThat(f.outputs().getFirst().name()).isEqualTo("result");
    Node result = f.body().get("result_RetVal");
    assertThat(result.input(0).node().controlInputs()).containsExactly(f.body().get("in_x"));
  }
}
