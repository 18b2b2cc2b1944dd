package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeferredNode;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.SampleOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.nio.ByteBuffer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/**
 * Nodes of ops that are not known are kept, and others are in their place whose outputs have the
 * types that users expect; users that want something else are kept, too.
 */
final class TestDeferredNodes {
  private static final String CONST =
      "node { name: 'c' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } }"
          + " attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape {} } } } } ";
  private static final String IDENTITY_OF_C =
      "node { name: 'known' op: 'Identity' input: 'c' attr { key: 'T' value { type: DT_FLOAT } } }";
  private static final String UNKNOWN =
      "node { name: 'u' op: 'Nonsense' input: 'c' device: '/cpu:0'"
          + " attr { key: 'much' value { i: 7 } } } "
          + "node { name: 'v' op: 'Identity' input: 'u:3'"
          + " attr { key: 'T' value { type: DT_FLOAT } } } "
          + "node { name: 'w' op: 'NoOp' input: '^v' } ";
  private static final String STATE =
      "node { name: 'r' op: 'Assign' input: 'u:4' input: 'c'"
          + " attr { key: 'T' value { type: DT_FLOAT } } } "
          + "node { name: 's' op: 'NoOp' input: '^r' } ";

  private static Graph read(String text) {
    return GraphDefs.fromText(text, SampleOps.registry());
  }

  private static AbstractThrowableAssert<?, ?> needs(Graph graph, String name) {
    return assertThatThrownBy(() -> graph.get(name))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void restOfTheFileIsThere() {
    Graph graph = read(CONST + UNKNOWN + IDENTITY_OF_C);
    assertThat(graph.nodes())
        .extracting(Node::name)
        .containsExactlyInAnyOrder("c", "u", "v", "w", "known");
    assertThat(graph.deferredNodes()).extracting(DeferredNode::name).containsExactly("u");
    GraphValidator.check(graph);
  }

  @Test
  void outputsHaveTheTypesThatUsersExpect() {
    Graph graph = read(CONST + UNKNOWN);
    Node unknown = graph.get("u");
    assertThat(unknown.missing()).isEqualTo("Op type not registered 'Nonsense'");
    assertThat(graph.output("u:3").dtype()).isEqualTo(DType.FLOAT32);
    assertThat(graph.output("u:3").shape()).isEqualTo(Shape.unknown());
    assertThat(graph.get("v").input(0)).isEqualTo(graph.output("u:3"));
    assertThat(graph.get("v").missing()).isNull();
    assertThatThrownBy(() -> graph.output("u:4"))
        .hasMessageContaining("Op type not registered 'Nonsense'");
  }

  @Test
  void usersOfStateAreKeptAndRefused() {
    Graph graph = read(CONST + UNKNOWN + STATE);
    assertThat(graph.deferredNodes()).extracting(DeferredNode::name).containsExactly("u", "r", "s");
    needs(graph, "s")
        .hasMessageContaining("[Nonsense \"u\"] Op type not registered 'Nonsense'")
        .hasMessageContaining("u -> r -> s");
    GraphValidator.check(graph);
  }

  @Test
  void usersThatExpectAnotherTypeThanTheFirstAreKeptAndRefused() {
    String other =
        "node { name: 'x' op: 'Identity' input: 'u:3' attr { key: 'T' value { type: DT_INT32 } } }";
    Graph graph = read(CONST + UNKNOWN + other);
    assertThat(graph.output("u:3").dtype()).isEqualTo(DType.FLOAT32);
    needs(graph, "x").hasMessageContaining("u -> x");
  }

  @Test
  void noMemoryIsTakenForOutputsThatAFileOnlyClaims() {
    String huge =
        "node { name: 'x' op: 'Identity' input: 'u:999999999'"
            + " attr { key: 'T' value { type: DT_FLOAT } } }";
    Graph graph = read(CONST + UNKNOWN + huge);
    assertThat(graph.get("u").outputCount()).isEqualTo(4);
    needs(graph, "x").hasMessageContaining("u -> x");
  }

  @Test
  void fileIsWrittenAsItWas() {
    Graph graph = read(CONST + UNKNOWN + STATE);
    String text = GraphDefs.toText(graph);
    assertThat(text).contains("op: \"Nonsense\"").contains("key: \"much\"").contains("u:3");
    assertThat(GraphDefs.toText(read(text))).isEqualTo(text);
  }

  @Test
  void graphMayGrowOnThem() {
    Graph graph = read(CONST + UNKNOWN);
    String more =
        "node { name: 'x' op: 'Identity' input: 'v' attr { key: 'T' value { type: DT_FLOAT } } }";
    GraphDefs.importTextInto(graph, more + "node { name: 'y' op: 'NoOp' input: '^u' }", "");
    assertThat(graph.get("x").input(0).name()).isEqualTo("v:0");
    assertThat(graph.get("y").controlInputs()).containsExactly(graph.get("u"));
    String later =
        "node { name: 'z' op: 'Identity' input: 'u:9' attr { key: 'T' value { type: DT_FLOAT } } }";
    GraphDefs.importTextInto(graph, later, "");
    needs(graph, "z").hasMessageContaining("u -> z"); // its place has no such output
    GraphValidator.check(graph);
    assertThatThrownBy(() -> GraphDefs.importTextInto(graph, "node { name: 'u' op: 'NoOp' }", ""))
        .hasMessageContaining("already");
  }

  @Test
  void prefixGoesBeforeThemToo() {
    Graph graph = new Graph(SampleOps.registry());
    GraphDefs.importTextInto(graph, CONST + UNKNOWN, "part");
    assertThat(graph.get("part/v").input(0).name()).isEqualTo("part/u:3");
    assertThat(GraphDefs.toText(graph)).contains("\"part/u:3\"").contains("\"^part/v\"");
  }

  @Test
  void failedImportLeavesNothing() {
    Graph graph = new Graph(SampleOps.registry());
    String bad = CONST + UNKNOWN + "node { name: 'i' op: 'Identity' input: 'c' }";
    assertThatThrownBy(() -> GraphDefs.importTextInto(graph, bad, ""))
        .hasMessageContaining("its attribute \"T\" (type) is missing");
    assertThat(graph.deferredNodes()).isEmpty();
    assertThat(graph.size()).isZero();
  }

  @Test
  void functionsWithUnknownOpsAreKeptAndTheirCallersRefused() {
    String library =
        "library { function { signature { name: 'f' output_arg { name: 'y' type: DT_FLOAT } }"
            + " node_def { name: 'inner' op: 'Nonsense' } ret { key: 'y' value: 'inner:out:0' } } }"
            + " node { name: 'call' op: 'f' }";
    Graph graph = read(CONST + library);
    assertThat(graph.get("c").name()).isEqualTo("c");
    assertThat(graph.get("call").missing())
        .contains("Op type not registered 'Nonsense' (node \"inner\")")
        .contains("in function \"f\"");
    byte[] bytes = GraphDefs.toBinary(graph);
    Graph again = GraphDefs.fromBinary(ByteBuffer.wrap(bytes), SampleOps.registry());
    assertThat(GraphDefs.toText(again)).isEqualTo(GraphDefs.toText(graph));
  }
}
