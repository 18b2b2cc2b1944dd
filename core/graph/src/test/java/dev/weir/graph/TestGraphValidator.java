package dev.weir.graph;

import static dev.weir.graph.SampleGraphs.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

final class TestGraphValidator {
  private final Graph graph = SampleOps.graph();
  private final Node one = constant(graph, "one", Tensors.scalar(1f));

  private ListAssert<String> problems() {
    return assertThat(GraphValidator.problems(graph));
  }

  private static NodeSpec spec(Node like, String name, List<Output> inputs, List<Node> controls) {
    return new NodeSpec(name, like.op(), like.attrs(), inputs, controls, "", null);
  }

  @Test
  void aGoodGraphHasNone() {
    assertThat(GraphValidator.problems(SampleGraphs.varied())).isEmpty();
    GraphValidator.check(SampleGraphs.varied());
  }

  @Test
  void edgesMustStartInTheGraph() {
    Node elsewhere = constant(SampleOps.graph(), "other", Tensors.scalar(1f));
    Node good = graph.node("Identity", "good").input(one).build();
    graph.addExact(
        spec(good, "bad", List.of(elsewhere.output(0)), List.of(elsewhere)),
        Inference.copied(good));
    problems()
        .contains(
            "[Identity \"bad\"] its input other:0 is not in this graph",
            "[Identity \"bad\"] its control input Const \"other\" is not in this graph before it");
  }

  @Test
  void outputsMustExist() {
    Node good = graph.node("Identity", "good").input(one).build();
    good.replaceInput(0, new Output(good, 0));
    problems()
        .contains(
            "[Identity \"good\"] its input good:0 comes after it, which only a loop's back edge"
                + " may");
  }

  @Test
  void typesMustFitTheSignature() {
    Node good = graph.node("Identity", "good").input(one).build();
    Node number = constant(graph, "number", Tensors.scalar(1));
    good.replaceInput(0, number.output(0));
    problems()
        .anySatisfy(
            p -> assertThat(p).startsWith("[Identity \"good\"] input must have T = float32"));
    graph.addExact(
        new NodeSpec(
            "wrong",
            one.op(),
            one.attrs().with("dtype", AttrValue.of(DType.INT8)),
            List.of(),
            List.of(),
            "",
            null),
        Inference.copied(one));
    problems().contains("[Const \"wrong\"] output 0 is float32, not int8");
  }

  @Test
  void attributesMustBeComplete() {
    Node good = graph.node("Flag", "good").build();
    graph.addExact(
        new NodeSpec("bad", good.op(), Attributes.none(), List.of(), List.of(), "", null),
        Inference.copied(good));
    problems()
        .anySatisfy(p -> assertThat(p).startsWith("[Flag \"bad\"] its attributes are {}, they"));
  }

  @Test
  void devicesAndColocatedNodesMustExist() {
    graph.node("NoOp", "n").attr("_class", AttrValue.ofStrings(List.of("loc:@gone"))).build();
    problems().contains("[NoOp \"n\"] it is colocated with a node that does not exist: loc:@gone");
  }

  @Test
  void functionsMustExist() {
    graph
        .node("PartitionedCall", "call")
        .inputList(List.of())
        .attr("Tout", AttrValue.ofTypes(List.of()))
        .attr("f", AttrValue.function("gone"))
        .build();
    problems().contains("[PartitionedCall \"call\"] the function \"gone\" does not exist");
  }

  @Test
  void functionsMustKeepTheirPromises() {
    Graph body = SampleOps.graph();
    body.node("_Arg", "x").attr("T", DType.INT32).attr("index", 0).build();
    body.node("_Arg", "y").attr("T", DType.INT32).attr("index", 3).build();
    List<GraphFunction.Parameter> floats = List.of(new GraphFunction.Parameter("p", DType.FLOAT32));
    graph.addFunction(new GraphFunction("f", floats, floats, List.of("side"), body, Map.of()));
    problems()
        .contains(
            "function \"f\": its result p is missing",
            "function \"f\": its control output \"side\" does not exist")
        .anySatisfy(p -> assertThat(p).startsWith("function \"f\": _Arg \"x\" is int32, not"))
        .anySatisfy(p -> assertThat(p).startsWith("function \"f\": _Arg \"y\" is parameter 3"));
  }

  @Test
  void valuesCrossLoopsOnlyThroughEnterAndExit() {
    Node exit = SampleGraphs.addLoop(graph, one, "loop");
    graph.node("Add", "fine").input(exit).input(one).build();
    problems().isEmpty();
    graph.node("Add", "leak").input(graph.get("loop/next")).input(one).build();
    problems()
        .containsExactly(
            "[Add \"leak\"] its inputs must be in one loop: NextIteration \"loop/next\" is in"
                + " loop \"loop\", Const \"one\" in none");
  }

  @Test
  void loopsAreEnteredFromOnePlace() {
    Node enter = graph.node("Enter", "e").input(one).attr("frame_name", "outer").build();
    graph.node("Enter", "f").input(enter).attr("frame_name", "inner").build();
    graph.node("Enter", "g").input(one).attr("frame_name", "inner").build();
    graph.node("Exit", "x").input(one).build();
    graph.node("NextIteration", "n").input(one).build();
    problems()
        .containsExactly(
            "[Enter \"g\"] it enters loop \"inner\" from none, another Enter from loop \"outer\"",
            "[Exit \"x\"] it is in no loop to leave",
            "[NextIteration \"n\"] it is in no loop");
  }

  @Test
  void errorCodesTellUserErrorsFromInternalOnes() {
    graph.node("Exit", "x").input(one).build();
    assertThatThrownBy(() -> GraphValidator.check(graph))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("the graph is not valid: [Exit \"x\"]");
    assertThatThrownBy(() -> GraphValidator.checkAfter("Fold", graph))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
        .hasMessageStartingWith("Fold left a graph that is not valid");
  }
}
