package dev.weir.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestScope {
  private final Graph graph = new Graph();
  private final Scope root = Scope.of(graph);

  private static Node noOp(Scope scope) {
    return scope.node("NoOp").build();
  }

  @Test
  void namesNodesAfterTheirOpAndScope() {
    assertThat(noOp(root).name()).isEqualTo("NoOp");
    assertThat(noOp(root).name()).isEqualTo("NoOp_1");
    Scope layer = root.withSubScope("layer1");
    assertThat(noOp(layer).name()).isEqualTo("layer1/NoOp");
    assertThat(noOp(layer.withName("init")).name()).isEqualTo("layer1/init");
    assertThat(noOp(layer.withName("init")).name()).isEqualTo("layer1/init_1");
    assertThat(noOp(layer.withName("init").withSubScope("inner")).name())
        .isEqualTo("layer1/inner/NoOp");
  }

  @Test
  void aScopeNameIsTakenOnce() {
    assertThat(root.withSubScope("layer").prefix()).isEqualTo("layer/");
    assertThat(root.withSubScope("layer").prefix()).isEqualTo("layer_1/");
    assertThat(noOp(root.withName("layer")).name()).isEqualTo("layer_2");
    noOp(root.withName("head"));
    assertThat(root.withSubScope("head").prefix()).isEqualTo("head_1/");
  }

  @Test
  void refusesWhatIsNoName() {
    assertThatThrownBy(() -> root.withSubScope("a b"))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("\"a b\" is not a valid node name");
  }

  @Test
  void innerDevicesOverridePartByPart() {
    Scope worker = root.withDevice("/job:worker/task:1");
    Scope cpu = worker.withDevice("/device:CPU:2");
    assertThat(noOp(cpu).device()).isEqualTo("/job:worker/task:1/device:CPU:2");
    assertThat(noOp(cpu.withDevice("/task:3")).device())
        .isEqualTo("/job:worker/task:3/device:CPU:2");
    assertThat(noOp(root).device()).isEmpty();
  }

  @Test
  void colocationGoesWithTheOtherNode() {
    Node variable = noOp(root.withName("v").withDevice("/device:CPU:1"));
    Scope near = root.withDevice("/job:ps").colocateWith(variable);
    Node node = near.node("NoOp").build();
    assertThat(node.attrs().strings("_class")).containsExactly("loc:@v");
    assertThat(node.device()).isEqualTo("/device:CPU:1");
    Node both = noOp(near.colocateWith(node));
    assertThat(both.attrs().strings("_class")).containsExactly("loc:@v", "loc:@NoOp");
  }

  @Test
  void controlDependenciesAddUp() {
    Node a = noOp(root);
    Node b = noOp(root);
    Scope after = root.withControlDependencies(List.of(a)).withControlDependencies(List.of(b, a));
    assertThat(noOp(after).controlInputs()).containsExactly(a, b);
    assertThat(noOp(after.withoutControlDependencies()).controlInputs()).isEmpty();
  }

  @Test
  void errorsNameTheNodeAndTheLineThatBuildsIt() {
    Scope layer = root.withSubScope("layer1");
    Node number =
        layer
            .withName("one")
            .node("Const")
            .attr("value", AttrValue.of(Tensors.scalar(1f)))
            .attr("dtype", dev.weir.tensor.DType.FLOAT32)
            .build();
    assertThatThrownBy(() -> layer.withName("cond").node("LoopCond").input(number).build())
        .isInstanceOf(WeirException.class)
        .hasMessageMatching(
            "\\[LoopCond \"layer1/cond\"\\] input must be bool: it is float32\\[\\] layer1/one:0\n"
                + "  built at TestScope.java:\\d+");
  }
}
