package dev.weir.fuzz.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.text.GraphText;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs that did what they must not, found by {@link GraphFuzzer}; the smallest form of each. */
final class TestFoundGraphs {
  private static List<Tensor> run(String text, Map<String, Tensor> feeds, boolean isReference) {
    Graph graph = GraphText.parse(text);
    LocalOptions config = LocalOptions.standard();
    try (Session session =
        Session.open(
            graph,
            isReference
                ? config.toBuilder().kernels(KernelSelector.reference()).build()
                : config)) {
      var runner = session.runner().fetch("y");
      feeds.forEach(runner::feed);
      return runner.run();
    }
  }

  private static void assertRefused(String text, Map<String, Tensor> feeds, String message) {
    for (boolean isReference : new boolean[] {true, false}) {
      WeirException refusal =
          catchThrowableOfType(WeirException.class, () -> run(text, feeds, isReference));
      assertThat(refusal).hasMessageContaining(message);
      assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  private static String placeholder(String name, String dtype) {
    return "%" + name + " = Placeholder() {dtype: " + dtype + "}\n";
  }

  /** Was: memory of other tensors as pixels of an image without pixels. */
  @ParameterizedTest
  @ValueSource(strings = {"ResizeNearestNeighbor", "ResizeBilinear"})
  void imagesWithoutPixelsAreNotResized(String op) {
    assertRefused(
        placeholder("x", "float32") + placeholder("size", "int32") + "%y = " + op + "(%x, %size)\n",
        Map.of(
            "x", Tensors.of(Shape.of(2, 4, 0, 3), new float[0]),
            "size", Tensors.vector(4, 5)),
        "non-zero size");
  }

  /** Was: a shape function that promised another rank than the kernel gives. */
  @Test
  void negativeBatchDimensionsCountFromTheEnd() {
    String text =
        "%x = Placeholder() {dtype: float32, shape: [2,3]}\n"
            + "%i = Placeholder() {dtype: int32, shape: [2,1]}\n"
            + placeholder("axis", "int32")
            + "%y = GatherV2(%x, %i, %axis) {batch_dims: -1}\n";
    Map<String, Tensor> feeds =
        Map.of(
            "x", Tensors.of(Shape.of(2, 3), 0f, 1f, 2f, 3f, 4f, 5f),
            "i", Tensors.of(Shape.of(2, 1), 2, 0),
            "axis", Tensors.scalar(1));
    assertThat(run(text, feeds, true).get(0).shape()).isEqualTo(Shape.of(2, 1));
  }

  /** Was: an ArithmeticException of the shape function, which only building took for a refusal. */
  @Test
  void sizesThatOverflowAreRefusedWhenTheyArrive() {
    assertRefused(
        placeholder("x", "float32") + placeholder("shape", "int64") + "%y = Reshape(%x, %shape)\n",
        Map.of(
            "x", Tensors.vector(1f),
            "shape", Tensors.vector(Long.MAX_VALUE, Long.MAX_VALUE)),
        "overflow");
  }

  /** Was: a NegativeArraySizeException while the graph was built. */
  @Test
  void batchDimensionsThatAreNotThereAreRefused() {
    assertRefused(
        "%x = Placeholder() {dtype: float32, shape: [2,3]}\n"
            + "%i = Placeholder() {dtype: int32, shape: [2]}\n"
            + placeholder("axis", "int32")
            + "%y = GatherV2(%x, %i, %axis) {batch_dims: 128}\n",
        Map.of(),
        "batch_dims");
  }

  /** Was: an IllegalArgumentException, or gigabytes of spaces. */
  @ParameterizedTest
  @ValueSource(strings = {"width: 2147483648", "precision: 4294967296"})
  void numbersAreNotPaddedToGigabytes(String attr) {
    assertRefused(
        placeholder("x", "float32") + "%y = AsString(%x) {" + attr + "}\n",
        Map.of("x", Tensors.vector(1f)),
        "at most");
    assertThat(
            run(
                placeholder("x", "float32") + "%y = AsString(%x) {width: -9223372036854775808}\n",
                Map.of("x", Tensors.vector(1f)),
                true))
        .hasSize(1);
  }

  /** Was: a division by zero, since the block's area overflowed to 0, and one for empty images. */
  @Test
  void blocksOfImagesNeitherOverflowNorDivideByZero() {
    String x = "%x = Placeholder() {dtype: float32}\n";
    Map<String, Tensor> empty = Map.of("x", Tensors.of(Shape.of(1, 1, 1, 0), new float[0]));
    assertRefused(x + "%y = DepthToSpace(%x) {block_size: 4294967296}\n", empty, "overflow");
    assertThat(run(x + "%y = DepthToSpace(%x) {block_size: 2}\n", empty, true).get(0).shape())
        .isEqualTo(Shape.of(1, 2, 2, 0));
  }

  /** Was: drawing again for ever, since no number near the rate fits the type. */
  @Test
  void ratesBeyondTheTypeOfTheResultEnd() {
    Tensor y =
        run(
                placeholder("shape", "int32")
                    + placeholder("rate", "float64")
                    + "%y = RandomPoissonV2(%shape, %rate) {R: float64, dtype: int32}\n",
                Map.of("shape", Tensors.vector(1), "rate", Tensors.scalar(1e30)),
                true)
            .get(0);
    assertThat(y.getLong(0)).isEqualTo(Integer.MAX_VALUE);
  }

  /** Was: crops whose sum wrapped to -2, and an uninitialized result. */
  @Test
  void cropsThatOverflowAreRefused() {
    assertRefused(
        placeholder("x", "float32")
            + placeholder("block", "int32")
            + placeholder("crops", "int64")
            + "%y = BatchToSpaceND(%x, %block, %crops)\n",
        Map.of(
            "x", Tensors.of(Shape.of(2, 4, 1), 1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f),
            "block", Tensors.vector(2),
            "crops", Tensors.of(Shape.of(1, 2), Long.MAX_VALUE, Long.MAX_VALUE)),
        "overflow");
  }

  /** Was: an internal error, since the sum of both paddings wrapped. */
  @ParameterizedTest
  @ValueSource(strings = {"Pad(%x, %p)", "MirrorPad(%x, %p) {mode: \"SYMMETRIC\"}"})
  void paddingsThatOverflowAreRefused(String node) {
    assertRefused(
        placeholder("x", "float32") + placeholder("p", "int64") + "%y = " + node + "\n",
        Map.of(
            "x", Tensors.vector(1f, 2f),
            "p", Tensors.of(Shape.of(1, 2), Long.MAX_VALUE, Long.MAX_VALUE)),
        "overflow");
  }

  /** Was: parts whose sizes wrapped to the right sum. */
  @Test
  void partsThatOverflowAreRefused() {
    assertRefused(
        placeholder("x", "float32")
            + placeholder("sizes", "int64")
            + placeholder("axis", "int32")
            + "%s = SplitV(%x, %sizes, %axis) {num_split: 3}\n"
            + "%y = Identity(%s:0)\n",
        Map.of(
            "x", Tensors.vector(1f, 2f, 3f, 4f),
            "sizes", Tensors.vector(Long.MAX_VALUE, Long.MAX_VALUE, 6L),
            "axis", Tensors.scalar(0)),
        "overflow");
  }

  /** Was: one number, since the distance of start and limit wrapped to -1. */
  @Test
  void rangesOfAllNumbersAreRefused() {
    assertRefused(
        placeholder("a", "int64")
            + placeholder("b", "int64")
            + placeholder("c", "int64")
            + "%y = Range(%a, %b, %c)\n",
        Map.of(
            "a", Tensors.scalar(Long.MIN_VALUE),
            "b", Tensors.scalar(Long.MAX_VALUE),
            "c", Tensors.scalar(1L)),
        "2^63");
  }

  /** Was: an array as long as the product of the window's sizes, for each image. */
  @Test
  void windowsLargerThanImagesTakeNoMoreMemoryThanThese() {
    String text =
        "%x = Placeholder() {dtype: float64}\n"
            + placeholder("size", "int32")
            + placeholder("strides", "int32")
            + "%y = MaxPoolV2(%x, %size, %strides) {padding: \"SAME\"}\n";
    Map<String, Tensor> feeds =
        Map.of(
            "x", Tensors.of(Shape.of(1, 2, 2, 1), 1.0, 2.0, 3.0, 4.0),
            "size", Tensors.vector(1, 40_000, 40_000, 1),
            "strides", Tensors.vector(1, 1, 1, 1));
    for (boolean isReference : new boolean[] {true, false}) {
      Tensor y = run(text, feeds, isReference).get(0);
      assertThat(new double[] {y.getDouble(0), y.getDouble(3)}).containsExactly(4, 4);
    }
  }

  /** Was: a window over no pixel at all, and uninitialized memory. */
  @Test
  void paddingAloneIsNotPooled() {
    assertRefused(
        placeholder("x", "float32")
            + "%y = MaxPool(%x) {ksize: [1,3,3,1], strides: [1,1,1,1], padding: \"EXPLICIT\","
            + " explicit_paddings: [0,0,2,2,2,2,0,0]}\n",
        Map.of("x", Tensors.of(Shape.of(1, 0, 2, 1), new float[0])),
        "padding alone");
  }

  /** Was: 2^62 turns of a loop for a result without elements. */
  @ParameterizedTest
  @ValueSource(strings = {"ResizeNearestNeighbor", "ResizeBilinear"})
  void imagesWithoutChannelsAreResizedAtOnce(String op) {
    Tensor y =
        run(
                placeholder("x", "float32")
                    + placeholder("size", "int32")
                    + "%y = "
                    + op
                    + "(%x, %size)\n",
                Map.of(
                    "x", Tensors.of(Shape.of(1, 2, 2, 0), new float[0]),
                    "size", Tensors.vector(Integer.MAX_VALUE, Integer.MAX_VALUE)),
                true)
            .get(0);
    assertThat(y.shape()).isEqualTo(Shape.of(1, Integer.MAX_VALUE, Integer.MAX_VALUE, 0));
  }

  /** Was: a depth that wrapped to 0, and 2^64 turns of a loop. */
  @Test
  void patchesAreNotLargerThanMemory() {
    String x = placeholder("x", "float32");
    Map<String, Tensor> feeds = Map.of("x", Tensors.of(Shape.of(1, 1, 1, 1), 1f));
    String attrs = " strides: [1,1,1,1], rates: [1,1,1,1], padding: \"SAME\"}\n";
    assertRefused(
        x + "%y = ExtractImagePatches(%x) {ksizes: [1,4294967296,4294967296,1]," + attrs,
        feeds,
        "32 bits");
    Map<String, Tensor> empty = Map.of("x", Tensors.of(Shape.of(1, 1, 1, 0), new float[0]));
    String large = "%y = ExtractImagePatches(%x) {ksizes: [1,2147483647,2147483647,1]," + attrs;
    assertThat(run(x + large, empty, true).get(0).shape()).isEqualTo(Shape.of(1, 1, 1, 0));
    String dilated = attrs.replace("rates: [1,1,1,1]", "rates: [1,2147483647,2147483647,1]");
    Tensor y =
        run(x + "%y = ExtractImagePatches(%x) {ksizes: [1,3,3,1]," + dilated, feeds, true).get(0);
    assertThat(y.getFloat(4)).isEqualTo(1f);
    assertThat(y.getFloat(0)).isZero();
  }

  /** Was: the element before the image, or an index of -1. */
  @Test
  void filtersOnNothingGiveTheLowestNumber() {
    Tensor y =
        run(
                placeholder("x", "float32")
                    + placeholder("f", "float32")
                    + "%y = Dilation2D(%x, %f) {strides: [1,1,1,1], rates: [1,3,3,1],"
                    + " padding: \"SAME\"}\n",
                Map.of(
                    "x", Tensors.of(Shape.of(2, 1, 1, 1), 5f, 6f),
                    "f", Tensors.of(Shape.of(2, 2, 1), 1f, 2f, 3f, 4f)),
                true)
            .get(0);
    assertThat(new float[] {y.getFloat(0), y.getFloat(1)})
        .containsExactly(-Float.MAX_VALUE, -Float.MAX_VALUE);
  }

  /** Was: an array as long as the range of classes. */
  @Test
  void classesTakeMemoryWhenTheyAreLearned() {
    Tensor y =
        run(
                placeholder("x", "int64")
                    + "%s = LearnedUnigramCandidateSampler(%x) {num_true: 1, num_sampled: 2,"
                    + " unique: true, range_max: 2147483646}\n"
                    + "%y = Identity(%s:0)\n",
                Map.of("x", Tensors.of(Shape.of(1, 1), 7L)),
                true)
            .get(0);
    assertThat(y.getLong(0)).isBetween(0L, 2147483645L);
  }

  /** Was: float32 added to the bytes of a variable of float64. */
  @Test
  void variablesOfAnotherTypeAreNotDescended() {
    String text =
        "%v = VarHandleOp() {dtype: float64, shape: [2,2], shared_name: \"w\"}\n"
            + "%w = VarHandleOp() {dtype: float32, shape: [2,2], shared_name: \"w\"}\n"
            + placeholder("x", "float64")
            + placeholder("m", "float32")
            + placeholder("rate", "float32")
            + "%set = AssignVariableOp(%v, %x)\n"
            + "%p = MatMul(%m, %m)\n"
            + "%down = ResourceApplyGradientDescent(%w, %rate, %p)\n"
            + "%y = ReadVariableOp(%v) {dtype: float64}\n";
    for (KernelSelector kernels : List.of(KernelSelector.reference(), KernelSelector.standard())) {
      LocalOptions config = LocalOptions.builder().kernels(kernels).build();
      try (Session session = Session.open(GraphText.parse(text), config)) {
        Tensor x = Tensors.of(Shape.of(2, 2), 1.0, 2.0, 3.0, 4.0);
        session.runner().feed("x", x).addTarget("set").run();
        Tensor m = Tensors.of(Shape.of(2, 2), 1f, 2f, 3f, 4f);
        WeirException refusal =
            catchThrowableOfType(
                WeirException.class,
                () ->
                    session
                        .runner()
                        .feed("m", m)
                        .feed("rate", Tensors.scalar(1f))
                        .addTarget("down")
                        .run());
        assertThat(refusal).hasMessageContaining("float64");
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(session.run("y").getDouble(3)).isEqualTo(4.0);
      }
    }
  }

  /** Was: uninitialized memory, or an index beyond the end, as a gradient. */
  @Test
  void peepholesThatAreNotUsedMayHaveAnySize() {
    StringBuilder text = new StringBuilder(placeholder("n", "int64"));
    Map<String, Tensor> feeds = new HashMap<>();
    feeds.put("n", Tensors.scalar(1L));
    String[] names = "x cs h w wci wcf wco b i s f o ci co y0 ds dh".split(" ");
    for (String name : names) {
      Shape shape =
          switch (name) {
            case "cs", "h" -> Shape.of(1, 1);
            case "w" -> Shape.of(2, 4);
            case "wci" -> Shape.of(5);
            case "wcf" -> Shape.of(0);
            case "wco" -> Shape.of(1);
            case "b" -> Shape.of(4);
            default -> Shape.of(1, 1, 1);
          };
      text.append(placeholder(name, "float32"));
      feeds.put(name, Tensors.ones(DType.FLOAT32, shape));
    }
    text.append("%g = BlockLSTMGrad(%n, %").append(String.join(", %", names));
    text.append(") {use_peephole: false}\n%y = Identity(%g:4)\n%z = Identity(%g:5)\n");
    for (boolean isReference : new boolean[] {true, false}) {
      Tensor y = run(text.toString(), feeds, isReference).get(0);
      assertThat(y.shape()).isEqualTo(Shape.of(5));
      for (long i = 0; i < 5; i++) {
        assertThat(y.getFloat(i)).isZero();
      }
    }
  }

  /** Was: an OutOfMemoryError, which may hit any thread. */
  @Test
  void stringsAreRefusedBeforeTheHeapIsFull() {
    WeirException refusal =
        catchThrowableOfType(
            WeirException.class,
            () ->
                run(
                    placeholder("dims", "int32")
                        + placeholder("x", "string")
                        + "%y = Fill(%dims, %x)\n",
                    Map.of("dims", Tensors.vector(1 << 30), "x", Tensors.scalar("a")),
                    true));
    assertThat(refusal).hasMessageContaining("of the heap, where strings take");
    assertThat(refusal.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
  }

  /** Was: 2^40 turns of a loop, which could not be cancelled. */
  @Test
  void emptyMatricesAreInvertedAtOnce() {
    Tensor y =
        run(
                placeholder("x", "float32") + "%y = MatrixInverse(%x)\n",
                Map.of("x", Tensors.of(Shape.of(1L << 40, 0, 0), new float[0])),
                true)
            .get(0);
    assertThat(y.shape()).isEqualTo(Shape.of(1L << 40, 0, 0));
  }

  /** Was: a NegativeArraySizeException. */
  @Test
  void stringsOfNegativeSizesAreRefused() {
    assertRefused(
        placeholder("shape", "int32")
            + placeholder("from", "int32")
            + placeholder("step", "int32")
            + placeholder("dy", "string")
            + "%y = StridedSliceGrad(%shape, %from, %from, %step, %dy)\n",
        Map.of(
            "shape", Tensors.vector(-1),
            "from", Tensors.vector(0),
            "step", Tensors.vector(1),
            "dy", Tensors.vector("a")),
        "cannot have the shape");
  }

  /** Was: a walk over all places of an image that has no channels, and over all images. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Dilation2D(%x, %f)",
        "Dilation2DBackpropInput(%x, %f, %x)",
        "Dilation2DBackpropFilter(%x, %f, %x)"
      })
  void imagesWithoutChannelsAreDilatedAtOnce(String node) {
    String text =
        placeholder("x", "int64")
            + placeholder("f", "int64")
            + "%y = "
            + node
            + " {strides: [1,1,1,1], rates: [1,1,1,1], padding: \"SAME\"}\n";
    for (Shape shape : List.of(Shape.of(1, 1L << 31, 1L << 31, 0), Shape.of(1L << 40, 1, 1, 0))) {
      Map<String, Tensor> feeds =
          Map.of(
              "x", Tensors.zeros(DType.INT64, shape),
              "f", Tensors.zeros(DType.INT64, Shape.of(1, 1, 0)));
      assertThat(run(text, feeds, true).get(0).elements()).isZero();
    }
  }

  /** Was: an internal error, where the graph is to blame. */
  @Test
  void loopsThatWaitForAnIterationThatNeverStartsAreRefused() {
    Graph graph = new Graph();
    Output zero = constant(graph, "zero", Tensors.scalar(0f));
    Output most = constant(graph, "most", Tensors.scalar(3f));
    Node start = graph.node("Enter", "start").input(zero).attr("frame_name", "loop").build();
    Node limit = graph.node("Enter", "limit").input(most).attr("frame_name", "loop").build();
    Node merge =
        graph.node("Merge", "merge").inputList(List.of(start, start)).openBackEdge().build();
    Node less = graph.node("Less", "less").input(merge.output(0)).input(limit).build();
    Node condition = graph.node("LoopCond", "condition").input(less).build();
    Node branch = graph.node("Switch", "branch").input(merge.output(0)).input(condition).build();
    Node next = graph.node("NextIteration", "next").input(branch.output(1)).build();
    graph.connectBackEdge(merge, 1, next.output(0));
    Node exit = graph.node("Exit", "y").input(branch.output(0)).build();
    try (Session session = Session.open(graph)) {
      WeirException refusal =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(exit).run());
      assertThat(refusal).hasMessageContaining("an iteration of a loop waits");
      assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  private static Output constant(Graph graph, String name, Tensor value) {
    return graph
        .node("Const", name)
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .build()
        .output(0);
  }
}
