package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.text.GraphText;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values that are not what the graph says of them. Behind each claim stands an AddN of a value with
 * one of the claimed shape, whose kernels read as many elements as the claim says.
 */
final class TestPromisedShapes {
  private static final String LONG =
      "%long = Const() {dtype: float32, value: float32[9](1.0, ...)}\n";

  private static final String SHORT = "%short = Const() {dtype: float32, value: float32[1](1.0)}\n";

  private static final String SWITCHED = // what makes the executor of loops run
      "%yes = Const() {dtype: bool, value: bool[](true)}\n"
          + "%branch = Switch(%short, %yes)\n"
          + "%merged = Merge([%branch, %branch:1])\n";

  private static WeirException refusal(String text, String... targets) {
    Graph graph = GraphText.parse(text);
    return catchThrowableOfType(WeirException.class, () -> run(graph, targets));
  }

  private static List<Tensor> run(Graph graph, String... targets) {
    try (Session session = Session.open(graph)) {
      for (String target : targets) {
        session.runner().addTarget(target).run();
      }
      return session.runner().fetch("sum").run();
    }
  }

  private static void assertRefused(String text, ErrorCode code, String... parts) {
    WeirException refusal = refusal(text);
    assertThat(refusal).hasMessageContainingAll(parts);
    assertThat(refusal.code()).isEqualTo(code);
  }

  private static String transfer(String claim) {
    String key =
        "recv_device: \"/device:CPU:0\", send_device: \"/device:CPU:0\","
            + " send_device_incarnation: 1, tensor_name: \"edge\"";
    return SHORT
        + LONG
        + "%sent = _Send(%short) {"
        + key
        + "}\n%claim = _Recv() {tensor_type: float32, _shape: shape "
        + claim
        + ", "
        + key
        + "} ^%sent\n%sum = AddN([%long, %claim])\n";
  }

  @Test
  void receivedValueHasThePromisedShape() {
    assertRefused(
        transfer("[9]"),
        ErrorCode.INTERNAL,
        "[_Recv \"claim\"]",
        "output 0 is float32[1], but float32[9] was promised");
    assertThat(run(GraphText.parse(transfer("[?]").replace("%long, ", ""))).get(0).elements())
        .isOne();
  }

  @Test
  void whatAPlanWithControlFlowReceivesHasThePromisedShape() {
    assertRefused(transfer("[9]") + SWITCHED, ErrorCode.INTERNAL, "_Recv", "was promised");
  }

  @Test
  void receivedValueHasThePromisedType() {
    assertRefused(
        transfer("[9]")
            .replace("tensor_type: float32", "tensor_type: int32")
            .replace("%long, ", ""),
        ErrorCode.INTERNAL,
        "output 0 is float32[1], but int32[9] was promised");
  }

  @Test
  void argumentOfAFunctionHasThePromisedShape() {
    assertRefused(
        "function @f(x: float32) -> (y: float32) {\n"
            + LONG
            + "%x = _Arg() {T: float32, index: 0, _shape: shape [9]}\n"
            + "%y0 = AddN([%long, %x])\n"
            + "%y = _Retval(%y0) {index: 0}\n}\n"
            + SHORT
            + "%sum = StatefulPartitionedCall([%short]) {Tout: [float32], f: @f}\n",
        ErrorCode.INVALID_ARGUMENT,
        "[_Arg \"x\"]",
        "output 0 is float32[1], but float32[9] was promised");
  }

  private static final String IDENTITY =
      "function @same(x: float32) -> (y: float32) {\n"
          + "%x = _Arg() {T: float32, index: 0}\n"
          + "%y = _Retval(%x) {index: 0}\n}\n"
          + "function @never(x: float32) -> (y: bool) {\n"
          + "%x = _Arg() {T: float32, index: 0}\n"
          + "%no = Const() {dtype: bool, value: bool[](false)}\n"
          + "%y = _Retval(%no) {index: 0}\n}\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "If(%yes, [%short]) {Tout: [float32], then_branch: @same, else_branch: @same,",
        "StatelessIf(%yes, [%short]) {Tout: [float32], then_branch: @same, else_branch: @same,",
        "Case(%zero, [%short]) {Tout: [float32], branches: [@same],",
        "While([%short]) {cond: @never, body: @same,",
        "StatelessWhile([%short]) {cond: @never, body: @same,",
      })
  void resultsOfCallsHaveTheShapesTheCallDeclares(String call) {
    assertRefused(
        IDENTITY
            + SHORT
            + LONG
            + "%yes = Const() {dtype: bool, value: bool[](true)}\n"
            + "%zero = Const() {dtype: int32, value: int32[](0)}\n"
            + "%claim = "
            + call
            + " output_shapes: [[9]]}\n%sum = AddN([%long, %claim])\n",
        ErrorCode.INVALID_ARGUMENT,
        "\"claim\"]",
        "output 0 is float32[1], but float32[9] was promised");
  }

  @Test
  void whatComesBackInALoopHasTheShapeThatEntered() {
    Graph graph =
        GraphText.parse(
            SHORT
                + "%x = Placeholder() {dtype: float32}\n"
                + "%yes = Const() {dtype: bool, value: bool[](true)}\n"
                + "%enter = Enter(%short) {frame_name: \"loop\"}\n"
                + "%other = Enter(%x) {frame_name: \"loop\", is_constant: true}\n"
                + "%always = Enter(%yes) {frame_name: \"loop\", is_constant: true}\n"
                + "%merge = Merge([%enter, %enter])\n"
                + "%go = LoopCond(%always)\n"
                + "%branch = Switch(%merge, %go)\n"
                + "%next = NextIteration(%other)\n"
                + "%sum = Exit(%branch)\n");
    graph.connectBackEdge(graph.get("merge"), 1, graph.get("next").output(0));
    try (Session session = Session.open(graph)) {
      Runner runner = session.runner().feed("x", Tensors.vector(1f, 2f)).fetch("sum");
      WeirException refusal = catchThrowableOfType(WeirException.class, runner::run);
      assertThat(refusal)
          .hasMessageContaining(
              "[Merge \"merge\"] output 0 is float32[2], but float32[1] was promised");
    }
  }

  @Test
  void variableHasTheShapeItsHandlePromises() {
    String assigns =
        SHORT
            + LONG
            + "%real = VarHandleOp() {dtype: float32, shape: [1], shared_name: \"v\"}\n"
            + "%init = AssignVariableOp(%real, %short)\n"
            + "%lying = VarHandleOp() {dtype: float32, shape: [9], shared_name: \"v\"}\n"
            + "%claim = ReadVariableOp(%lying) {dtype: float32}\n"
            + "%sum = AddN([%long, %claim])\n";
    WeirException refusal = refusal(assigns, "init");
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal).hasMessageContainingAll("ReadVariableOp", "[1]", "promise");
  }

  @Test
  void variableOfUnknownShapeIsReadAsThePlanPromises() {
    // the reference that Assign gives promises the shape of what was assigned; another Assign
    // comes in between
    WeirException refusal =
        refusal(
            SHORT
                + LONG
                + "%v = VariableV2() {dtype: float32, shape: ?}\n"
                + "%first = Assign(%v, %long) {validate_shape: false}\n"
                + "%second = Assign(%v, %short) {validate_shape: false} ^%first\n"
                + "%sum = AddN([%long, %first]) ^%second\n");
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal)
        .hasMessageContainingAll(
            "[AddN \"sum\"]", "the variable first:0 has the value float32[1]", "float32[9]");
  }

  @Test
  void elementOfAQueueHasTheShapeTheQueuePromises() {
    WeirException refusal =
        refusal(
            SHORT
                + LONG
                + "%real = FIFOQueueV2() {component_types: [float32], shared_name: \"q\"}\n"
                + "%init = QueueEnqueueV2(%real, [%short])\n"
                + "%lying = FIFOQueueV2() {component_types: [float32], shapes: [[9]],"
                + " shared_name: \"q\"}\n"
                + "%claim = QueueDequeueV2(%lying) {component_types: [float32]}\n"
                + "%sum = AddN([%long, %claim])\n",
            "init");
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void argumentsAndResultsThatAreNotThereAreRefused() {
    assertRefused(
        "%sum = _Arg() {T: float32, index: 3}\n",
        ErrorCode.INVALID_ARGUMENT, "there is no argument 3");
    Graph graph =
        GraphText.parse(SHORT + "%sum = Identity(%short)\n%r = _Retval(%sum) {index: 7}\n");
    try (Session session = Session.open(graph)) {
      WeirException refusal =
          catchThrowableOfType(
              WeirException.class, () -> session.runner().addTarget("r").fetch("sum").run());
      assertThat(refusal).hasMessageContaining("there is no result 7");
    }
  }

  @Test
  void switchIsDecidedByAScalar() {
    Graph graph =
        GraphText.parse(
            "%p = Placeholder() {dtype: bool}\n"
                + SHORT
                + "%branch = Switch(%short, %p)\n%sum = Merge([%branch, %branch:1])\n");
    try (Session session = Session.open(graph)) {
      Runner runner = session.runner().feed("p", Tensors.vector(new boolean[0])).fetch("sum");
      WeirException refusal = catchThrowableOfType(WeirException.class, runner::run);
      assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }
}
