package dev.weir.kernels.onednn.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.text.GraphText;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the passes make of graphs, and what they leave alone. Needs no oneDNN. */
final class TestRewrites {
  private static final String CONVOLUTION =
      """
      %x = Placeholder() {dtype: float32, shape: [?,12,12,16]}
      %f = Placeholder() {dtype: float32, shape: [5,5,16,32]}
      %b = Placeholder() {dtype: float32, shape: [32]}
      %c = Conv2D(%x, %f) {strides: [1,1,1,1], padding: "SAME"}
      """;

  private static List<String> ops(GraphPass pass, String text, String... kept) {
    Graph after = pass.apply(GraphText.parse(text), Set.of(kept));
    GraphValidator.check(after);
    return after.nodes().stream()
        .map(node -> node.op().signature().name())
        .filter(op -> !op.equals("Placeholder"))
        .toList();
  }

  @Test
  void biasAndActivationBecomePartOfAConvolution() {
    String text =
        CONVOLUTION
            + """
            %s = BiasAdd(%c, %b)
            %r = Relu(%s)
            %out = _Retval(%r) {index: 0}
            """;
    Graph after = new FusePostOps().apply(GraphText.parse(text), Set.of("out"));
    Node fused = after.get("r");
    assertThat(fused.op().signature().name()).isEqualTo("_FusedConv2D");
    assertThat(fused.attrs().strings("fused_ops")).containsExactly("BiasAdd", "Relu");
    assertThat(fused.attrs().string("padding")).isEqualTo("SAME");
    assertThat(after.find("c")).isNull();
    assertThat(after.find("s")).isNull();
  }

  @Test
  void anyBiasAndAnySumOfTwoBecomePartOfAProduct() {
    String text =
        """
        %x = Placeholder() {dtype: float32, shape: [4,16]}
        %w = Placeholder() {dtype: float32, shape: [16,32]}
        %b = Placeholder() {dtype: float32, shape: [32]}
        %y = Placeholder() {dtype: float32, shape: [4,32]}
        %m = MatMul(%x, %w)
        %s = BiasAddV1(%m, %b)
        %t = AddN([%y, %s])
        %l = LeakyRelu(%t) {alpha: 0.3}
        %out = _Retval(%l) {index: 0}
        """;
    Graph after = new FusePostOps().apply(GraphText.parse(text), Set.of("out"));
    Node fused = after.get("l");
    assertThat(fused.op().signature().name()).isEqualTo("_FusedMatMul");
    assertThat(fused.attrs().strings("fused_ops")).containsExactly("BiasAdd", "Add", "LeakyRelu");
    assertThat(fused.attrs().floating("leakyrelu_alpha")).isEqualTo(0.3f);
  }

  @Test
  void activationsThatCannotBeFusedStay() {
    String text =
        CONVOLUTION
            + """
            %s = BiasAdd(%c, %b)
            %r = Selu(%s)
            %out = _Retval(%r) {index: 0}
            """;
    assertThat(ops(new FusePostOps(), text, "out"))
        .containsExactly("_FusedConv2D", "Selu", "_Retval");
  }

  @Test
  void elementwiseOpsOfImagesStayInBlocks() {
    String text =
        CONVOLUTION
            + """
            %q = Square(%c)
            %d = SquaredDifference(%c, %q)
            %i = Invert(%n)
            %out = _Retval(%d) {index: 0}
            %out1 = _Retval(%i) {index: 1}
            """;
    assertThat(
            ops(
                new ChooseLayouts(8),
                "%n = Placeholder() {dtype: int32, shape: [?,12,12,16]}\n" + text,
                "out",
                "out1"))
        .containsExactly(
            "_Reorder",
            "_BlockedConv2D",
            "Square",
            "SquaredDifference",
            "Invert",
            "_Reorder",
            "_Retval",
            "_Retval");
  }

  @Test
  void resultsWithAnotherConsumerStay() {
    String text =
        CONVOLUTION
            + """
            %s = BiasAdd(%c, %b)
            %r = Relu(%s)
            %g = ReluGrad(%r, %s)
            %out = _Retval(%g) {index: 0}
            """;
    assertThat(ops(new FusePostOps(), text, "out"))
        .containsExactly("_FusedConv2D", "Relu", "ReluGrad", "_Retval");
  }

  @Test
  void aProductThatWasAskedForStays() {
    String text =
        """
        %x = Placeholder() {dtype: float32, shape: [?,16]}
        %w = Placeholder() {dtype: float32, shape: [16,32]}
        %b = Placeholder() {dtype: float32, shape: [32]}
        %m = MatMul(%x, %w)
        %s = BiasAdd(%m, %b)
        %out = _Retval(%s) {index: 0}
        """;
    assertThat(ops(new FusePostOps(), text, "out")).containsExactly("_FusedMatMul", "_Retval");
    assertThat(ops(new FusePostOps(), text, "m", "out"))
        .containsExactly("MatMul", "BiasAdd", "_Retval");
  }

  @Test
  void controlEdgesOfAllThatBecameOneAreKept() {
    String text =
        """
        %x = Placeholder() {dtype: float32, shape: [?,16]}
        %w = Placeholder() {dtype: float32, shape: [16,32]}
        %b = Placeholder() {dtype: float32, shape: [32]}
        %first = NoOp()
        %second = NoOp()
        %m = MatMul(%x, %w) ^%first
        %s = BiasAdd(%m, %b) ^%second
        %out = _Retval(%s) {index: 0}
        """;
    Graph after = new FusePostOps().apply(GraphText.parse(text), Set.of("out"));
    assertThat(after.get("s").controlInputs())
        .extracting(Node::name)
        .containsExactlyInAnyOrder("first", "second");
  }

  @Test
  void otherTypesAreLeftAlone() {
    String text =
        """
        %x = Placeholder() {dtype: float64, shape: [?,16]}
        %w = Placeholder() {dtype: float64, shape: [16,32]}
        %b = Placeholder() {dtype: float64, shape: [32]}
        %m = MatMul(%x, %w)
        %s = BiasAdd(%m, %b)
        %out = _Retval(%s) {index: 0}
        """;
    Graph before = GraphText.parse(text);
    assertThat(new FusePostOps().apply(before, Set.of("out"))).isSameAs(before);
  }

  @Test
  void oneNodeGivesTheGradientsOfFilterAndBias() {
    String text =
        """
        %x = Placeholder() {dtype: float32, shape: [?,12,12,16]}
        %g = Placeholder() {dtype: float32, shape: [?,12,12,32]}
        %n = Const() {dtype: int32, value: int32[4](3, 3, 16, 32)}
        %b = BiasAddGrad(%g)
        %f = Conv2DBackpropFilter(%x, %n, %g) {strides: [1,1,1,1], padding: "SAME"}
        %r0 = _Retval(%f) {index: 0}
        %r1 = _Retval(%b) {index: 1}
        """;
    Graph after = new FuseBiasGradients().apply(GraphText.parse(text), Set.of("r0", "r1"));
    GraphValidator.check(after);
    assertThat(after.find("b")).isNull();
    assertThat(after.get("f").op().signature().name()).isEqualTo(FilterGradientWithBias.NAME);
    assertThat(after.get("r0").input(0)).isEqualTo(after.get("f").output(0));
    assertThat(after.get("r1").input(0)).isEqualTo(after.get("f").output(1));
    assertThat(after.get("r1").input(0).shape().size(0)).isEqualTo(32);
  }

  @Test
  void imagesStayInBlocksFromConvolutionToConvolution() {
    String text =
        CONVOLUTION
            + """
            %r = Relu(%c)
            %p = MaxPool(%r) {ksize: [1,2,2,1], strides: [1,2,2,1], padding: "VALID"}
            %f2 = Placeholder() {dtype: float32, shape: [5,5,32,8]}
            %c2 = Conv2D(%p, %f2) {strides: [1,1,1,1], padding: "SAME"}
            %s = Shape(%c2)
            %out = _Retval(%c2) {index: 0}
            %out1 = _Retval(%s) {index: 1}
            """;
    assertThat(ops(new ChooseLayouts(8), text, "out", "out1"))
        .containsExactly(
            "_Reorder",
            "_BlockedConv2D",
            "Relu",
            "_BlockedMaxPool",
            "_BlockedConv2D",
            "Shape",
            "_Reorder",
            "_Retval",
            "_Retval");
  }

  @Test
  void oneReorderServesAllWhoTakeAValue() {
    String text =
        CONVOLUTION
            + """
            %f2 = Placeholder() {dtype: float32, shape: [5,5,16,8]}
            %c2 = Conv2D(%x, %f2) {strides: [1,1,1,1], padding: "SAME"}
            %out = _Retval(%c) {index: 0}
            %again = _Retval(%c) {index: 1}
            %out2 = _Retval(%c2) {index: 2}
            """;
    assertThat(ops(new ChooseLayouts(8), text, "out", "again", "out2"))
        .filteredOn("_Reorder"::equals)
        .hasSize(3);
  }

  @Test
  void incompleteBlocksAndGroupsAreLeftAlone() {
    String first =
        """
        %x = Placeholder() {dtype: float32, shape: [?,12,12,3]}
        %f = Placeholder() {dtype: float32, shape: [5,5,3,32]}
        %c = Conv2D(%x, %f) {strides: [1,1,1,1], padding: "SAME"}
        %out = _Retval(%c) {index: 0}
        """;
    String groups =
        """
        %x = Placeholder() {dtype: float32, shape: [?,12,12,32]}
        %f = Placeholder() {dtype: float32, shape: [5,5,16,32]}
        %c = Conv2D(%x, %f) {strides: [1,1,1,1], padding: "SAME"}
        %out = _Retval(%c) {index: 0}
        """;
    for (String text : List.of(first, groups)) {
      Graph before = GraphText.parse(text);
      assertThat(new ChooseLayouts(8).apply(before, Set.of("out"))).isSameAs(before);
    }
  }

  @Test
  void smallWindowsAreLeftAloneUnlessThereAreGradients() {
    String small = CONVOLUTION.replace("[5,5,", "[3,3,");
    String used = small + "%out = _Retval(%c) {index: 0}\n";
    Graph before = GraphText.parse(used);
    assertThat(new ChooseLayouts(8).apply(before, Set.of("out"))).isSameAs(before);
    String trained =
        small
            + """
            %n = Const() {dtype: int32, value: int32[4](3, 3, 16, 32)}
            %g = Conv2DBackpropFilter(%x, %n, %c) {strides: [1,1,1,1], padding: "SAME"}
            %out = _Retval(%g) {index: 0}
            """;
    assertThat(ops(new ChooseLayouts(8), trained, "out"))
        .containsExactly(
            "_Reorder", "_BlockedConv2D", "Const", "_BlockedConv2DBackpropFilter", "_Retval");
  }

  @Test
  void whatIsBroadcastSeesTheUsualOrder() {
    String text =
        CONVOLUTION
            + """
            %v = Placeholder() {dtype: float32, shape: [32]}
            %m = Mul(%c, %v)
            %out = _Retval(%m) {index: 0}
            """;
    assertThat(ops(new ChooseLayouts(8), text, "out"))
        .containsExactly("_Reorder", "_BlockedConv2D", "_Reorder", "Mul", "_Retval");
  }

  private static final String DESCENT =
      """
      %v = VarHandleOp() {dtype: float32, shape: [16,32], shared_name: "v"}
      %w = ReadVariableOp(%v) {dtype: float32}
      %x = Placeholder() {dtype: float32, shape: [?,16]}
      %d = Placeholder() {dtype: float32, shape: [?,32]}
      %rate = Const() {dtype: float32, value: float32[](0.1)}
      %g = MatMul(%x, %d) {transpose_a: true}
      %u = ResourceApplyGradientDescent(%v, %rate, %g)
      %back = MatMul(%d, %w) {transpose_b: true}
      %out = _Retval(%back) {index: 0}
      """;

  @Test
  void aStepByAProductComesAfterThoseWhoReadTheVariable() {
    Graph after = new DescendWithoutGradients().apply(GraphText.parse(DESCENT), Set.of("u", "out"));
    GraphValidator.check(after);
    Node update = after.get("u");
    assertThat(update.op().signature().name()).isEqualTo(DescendByProduct.NAME);
    assertThat(update.attrs().bool("transpose_a")).isTrue();
    assertThat(update.id()).isGreaterThan(after.get("back").id());
    assertThat(after.find("g")).isNull();
  }

  @Test
  void whoComesAfterAStepStillDoes() {
    String text =
        DESCENT.replace(
            "%back = MatMul(%d, %w) {transpose_b: true}",
            "%back = MatMul(%d, %w) {transpose_b: true} ^%u");
    Graph after = new DescendWithoutGradients().apply(GraphText.parse(text), Set.of("u", "out"));
    GraphValidator.check(after);
    assertThat(after.get("back").controlInputs()).containsExactly(after.get("u"));
    assertThat(after.get("out").input(0)).isEqualTo(after.get("back").output(0));
  }

  @Test
  void aGradientThatIsWantedIsComputed() {
    String text = DESCENT + "%also = _Retval(%g) {index: 1}\n";
    Graph before = GraphText.parse(text);
    assertThat(new DescendWithoutGradients().apply(before, Set.of("u", "out", "also")))
        .isSameAs(before);
  }
}
