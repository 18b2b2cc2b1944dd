package dev.weir.kernels.vector.internal.fusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.text.GraphText;
import dev.weir.kernels.vector.VectorProvider;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which nodes the pass makes one, and which it leaves alone. */
final class TestCompileClusters {
  private static final String INPUTS =
      """
      %x = Placeholder() {dtype: float32, shape: [?,8]}
      %y = Placeholder() {dtype: float32, shape: [?,8]}
      %c = Placeholder() {dtype: float32, shape: [8]}
      %w = Placeholder() {dtype: float32, shape: [8,8]}
      """;

  private static final GraphPass PASS = new VectorProvider().passes().getFirst();

  private static Graph apply(String text, String... kept) {
    Graph after = PASS.apply(GraphText.parse(INPUTS + text), Set.of(kept));
    GraphValidator.check(after);
    return after;
  }

  private static List<String> ops(String text, String... kept) {
    return ClusterContest.opsOf(apply(text, kept));
  }

  @Test
  void aChainBecomesOneNode() {
    Graph after =
        apply(
            """
            %m = Mul(%x, %y)
            %s = AddV2(%m, %c)
            %t = Tanh(%s)
            %out = _Retval(%t) {index: 0}
            """,
            "out");
    Node cluster = after.get("t");
    assertThat(cluster.op().signature().name()).isEqualTo("_Cluster");
    assertThat(cluster.inputs().stream().map(input -> input.node().name()))
        .containsExactly("x", "y", "c");
    assertThat(cluster.outputShape(0)).hasToString("[?,8]");
    assertThat(after.find("m")).isNull();
    assertThat(ClusterContest.opsOf(after)).containsExactly("_Cluster");
  }

  @Test
  void whatIsNeededElsewhereIsAnOutput() {
    Graph after =
        apply(
            """
            %m = Mul(%x, %y)
            %p = MatMul(%m, %w)
            %t = Tanh(%m)
            %out = _Retval(%t) {index: 0}
            %out1 = _Retval(%p) {index: 1}
            """,
            "out", "out1");
    assertThat(after.get("p").input(0).name()).isEqualTo("t:0");
    assertThat(after.get("out").input(0).name()).isEqualTo("t:1");
  }

  @Test
  void aNodeAloneStays() {
    String text =
        """
        %m = Mul(%x, %y)
        %p = MatMul(%m, %w)
        %t = Tanh(%p)
        %out = _Retval(%t) {index: 0}
        """;
    assertThat(ops(text, "out")).containsExactly("Mul", "MatMul", "Tanh");
  }

  /** What goes around the product would come back: the two are not one. */
  @Test
  void noCycleComesOfAPathAround() {
    String text =
        """
        %a = Mul(%x, %y)
        %b = Neg(%a)
        %p = MatMul(%b, %w)
        %s = AddV2(%p, %a)
        %t = Tanh(%s)
        %out = _Retval(%t) {index: 0}
        """;
    assertThat(ops(text, "out")).containsExactly("_Cluster", "MatMul", "_Cluster");
  }

  @Test
  void whatWasAskedForStays() {
    String text =
        """
        %m = Mul(%x, %y)
        %s = AddV2(%m, %c)
        %t = Tanh(%s)
        %out = _Retval(%t) {index: 0}
        """;
    assertThat(ops(text, "s", "out")).containsExactly("Mul", "AddV2", "Tanh");
  }

  @Test
  void whatIsWaitedForStays() {
    String text =
        """
        %m = Mul(%x, %y)
        %t = Tanh(%m)
        %n = NoOp() ^%m
        %out = _Retval(%t) {index: 0}
        """;
    assertThat(ops(text, "n", "out")).containsExactly("Mul", "Tanh", "NoOp");
  }

  @Test
  void rowsAreReducedInTheCluster() {
    String text =
        """
        %last = Const() {dtype: int32, value: int32[1](-1)}
        %m = Max(%x, %last) {keep_dims: true}
        %d = Sub(%x, %m)
        %e = Exp(%d)
        %s = Sum(%e, %last) {keep_dims: true}
        %q = RealDiv(%e, %s)
        %out = _Retval(%q) {index: 0}
        """;
    Graph after = apply(text, "out");
    assertThat(ClusterContest.opsOf(after)).containsExactly("_Cluster");
    assertThat(after.get("q").inputs()).hasSize(1);
  }

  @Test
  void otherReductionsStay() {
    for (String axis : List.of("int32[1](0)", "int32[2](0, 1)")) {
      String text =
          """
          %axis = Const() {dtype: int32, value: AXIS}
          %q = Square(%x)
          %s = Sum(%q, %axis) {keep_dims: true}
          %d = Sub(%x, %s)
          %out = _Retval(%d) {index: 0}
          """
              .replace("AXIS", axis);
      assertThat(ops(text, "out")).containsExactly("Square", "Sum", "Sub");
    }
  }

  /** Without its dimension, a result of 8 rows would be taken for one of 8 columns. */
  @Test
  void rowsThatBecomeColumnsAreNotInTheCluster() {
    String text =
        """
        %last = Const() {dtype: int32, value: int32[1](1)}
        %q = Square(%w)
        %s = Sum(%q, %last) {keep_dims: false}
        %d = Sub(%w, %s)
        %n = Neg(%d)
        %out = _Retval(%n) {index: 0}
        """;
    assertThat(ops(text, "out")).containsExactly("_Cluster", "_Cluster");
  }

  @Test
  void shapesThatDifferAreClustersOfTheirOwn() {
    String text =
        """
        %n = Neg(%c)
        %q = Square(%n)
        %m = Mul(%x, %q)
        %t = Tanh(%m)
        %out = _Retval(%t) {index: 0}
        """;
    assertThat(ops(text, "out")).containsExactly("_Cluster", "_Cluster");
  }

  @Test
  void branchesStayApart() {
    String text =
        """
        %if = Placeholder() {dtype: bool, shape: []}
        %no, %yes = Switch(%x, %if)
        %n = Neg(%y)
        %s = AddV2(%n, %yes)
        %t = Tanh(%s)
        %u = Tanh(%n)
        %out = _Retval(%t) {index: 0}
        %out1 = _Retval(%u) {index: 1}
        """
            .replace("%no, %yes", "%sw")
            .replace("%yes", "%sw:1");
    assertThat(ops(text, "out", "out1"))
        .containsExactlyInAnyOrder("Switch", "_Cluster", "_Cluster");
  }

  @Test
  void boundariesAreExplained() {
    Graph graph =
        GraphText.parse(
            INPUTS
                + """
                %a = Mul(%x, %y)
                %b = Neg(%a)
                %p = MatMul(%b, %w)
                %s = AddV2(%p, %a)
                %n = Neg(%c)
                %t = Mul(%s, %n)
                %out = _Retval(%t) {index: 0}
                """);
    assertThat(PASS.explain(graph, Set.of("out")))
        .extracting(note -> note.node() + " " + note.text())
        .containsExactly(
            "b is Mul \"a\", Neg \"b\"",
            "b ends before AddV2 \"s\": another path between them leads through nodes that are not"
                + " in the cluster",
            "b ends before MatMul \"p\": there is no code for MatMul of float32",
            "t is AddV2 \"s\", Mul \"t\"",
            "t begins after MatMul \"p\": there is no code for MatMul of float32",
            "t begins after Mul \"a\": another path between them leads through nodes that are not"
                + " in the cluster",
            "t begins after Neg \"n\": shapes differ: [8] and [?,8]");
  }

  @Test
  void errorsNameTheNode() {
    Graph graph =
        GraphText.parse(
            """
            %x = Placeholder() {dtype: float32, shape: [?]}
            %y = Placeholder() {dtype: float32, shape: [?]}
            %n = Neg(%x)
            %sum = AddV2(%n, %y)
            %t = Tanh(%sum)
            """);
    try (Session session =
        Session.open(
            graph,
            LocalOptions.builder()
                .kernels(new KernelSelector(List.of(new VectorProvider())))
                .build())) {
      assertThatThrownBy(
              () ->
                  session
                      .runner()
                      .feed("x", Tensors.vector(1f, 2f, 3f))
                      .feed("y", Tensors.vector(1f, 2f))
                      .fetch("t")
                      .run())
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("AddV2 \"sum\"");
    }
  }
}
