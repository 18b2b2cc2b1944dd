package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Initializer;
import dev.weir.train.layer.PartitionedVariable;
import dev.weir.train.layer.Partitioner;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class TestReplicaDeviceSetter {
  private static final String WORKER = "/job:worker/task:0";

  private static Map<String, String> devices(Model model) {
    return model.variables().stream()
        .collect(Collectors.toMap(GraphVariable::name, v -> v.handle().node().device()));
  }

  private static GraphVariable zeros(Model model, String name, long... sizes) {
    return model.variable(
        name,
        DType.FLOAT32,
        Shape.of(sizes),
        there -> Initializer.zeros().of(there, Shape.of(sizes), DType.FLOAT32));
  }

  @Test
  void aWorkerNeedsTheServersAndItself() {
    ReplicaDeviceSetter devices = ReplicaDeviceSetter.of(2, WORKER + "/device:CPU:0");
    assertThat(devices.filters()).containsExactly("/job:ps", WORKER);
    assertThat(devices.onJob("store").filters()).containsExactly("/job:store", WORKER);
  }

  @Test
  void dealsVariablesInTurn() {
    Model model = Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, WORKER));
    zeros(model, "a", 100);
    zeros(model.in("layer"), "b", 1);
    zeros(model, "c", 1);
    model.globalStep();
    assertThat(devices(model))
        .containsEntry("a", "/job:ps/task:0")
        .containsEntry("layer/b", "/job:ps/task:1")
        .containsEntry("c", "/job:ps/task:0")
        .containsEntry("global_step", "/job:ps/task:1");
    assertThat(model.ops().constant(1f).node().device()).isEqualTo(WORKER);
    assertThat(model.initializer().device()).isEqualTo(WORKER);
  }

  @Test
  void balancesBytes() {
    Model model = Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, WORKER).bySize());
    zeros(model, "large", 100);
    zeros(model, "small", 30);
    zeros(model, "middle", 60);
    zeros(model, "last", 20);
    assertThat(devices(model))
        .containsEntry("large", "/job:ps/task:0")
        .containsEntry("small", "/job:ps/task:1")
        .containsEntry("middle", "/job:ps/task:1")
        .containsEntry("last", "/job:ps/task:1");
    Output unknown = model.ops().placeholder(DType.FLOAT32, Shape.of(-1));
    assertThatThrownBy(() -> model.variable("open", unknown))
        .hasMessageContaining("variable \"open\" is float32[?]");
  }

  @Test
  void everyProcessComesToTheSame() {
    ReplicaDeviceSetter devices = ReplicaDeviceSetter.of(3, WORKER);
    Model first = Model.create(new Graph(), 1, devices);
    Model second = Model.create(new Graph(), 1, devices);
    for (Model model : List.of(first, second)) {
      trainStep(model);
    }
    assertThat(devices(first)).isEqualTo(devices(second)).hasSize(4 * 3 + 1);
  }

  @Test
  void whatIsAskedForByNameWins() {
    Model model =
        Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, WORKER).onJob("parameters"));
    zeros(model.on("/job:worker/task:3"), "own", 1);
    zeros(model.on("/device:CPU:1"), "half", 1);
    assertThat(devices(model))
        .containsEntry("own", "/job:worker/task:3")
        .containsEntry("half", "/job:parameters/task:0/device:CPU:1");
  }

  @Test
  void partsOfAVariableAreSpread() {
    Model model = Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, WORKER));
    PartitionedVariable table =
        PartitionedVariable.create(
            model,
            "table",
            Initializer.ones(),
            Shape.of(10, 2),
            DType.FLOAT32,
            Partitioner.fixed(2));
    assertThat(table.parts())
        .extracting(part -> part.handle().node().device())
        .containsExactly("/job:ps/task:0", "/job:ps/task:1");
  }

  private static Node trainStep(Model model) {
    Ops ops = model.ops();
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output y = Sequential.of(Dense.of(4).relu(), Dense.of(1)).apply(model, x);
    Output loss = Losses.meanSquaredError(ops, ops.constant(1f), y);
    return Adam.of(0.1f).minimize(model, loss);
  }

  @Test
  void variablesAreTrainedWhereTheyAreAndTheRestIsOnTheWorker() {
    Model model = Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, "/job:worker/task:1"));
    Node step = trainStep(model);
    Tasks tasks = new Tasks(2, 2);
    try (Session session = Session.open(model.graph(), tasks.config())) {
      session.runner().addTarget(model.initializer()).run();
      Runner runner = session.runner().feed("x", Tensors.of(Shape.of(1, 2), 1f, 2f));
      Placement placement = runner.addTarget(step).explainPlacement();
      Map<String, List<String>> byTask =
          placement.decisions().stream()
              .collect(
                  Collectors.groupingBy(
                      decision ->
                          decision.device().replaceAll("/replica:0|/task|/device:CPU:0", ""),
                      Collectors.mapping(Placement.Decision::op, Collectors.toList())));
      assertThat(byTask).containsOnlyKeys("/job:ps:0", "/job:ps:1", "/job:worker:1");
      assertThat(byTask.get("/job:ps:0")).contains("ResourceApplyAdam").doesNotContain("MatMul");
      assertThat(byTask.get("/job:ps:1")).contains("ResourceApplyAdam").doesNotContain("MatMul");
      assertThat(byTask.get("/job:worker:1"))
          .contains("MatMul")
          .doesNotContain("VarHandleOp", "ResourceApplyAdam");
      runner.run();
      Output count = model.globalStep().asOutput();
      assertThat(session.run(count).getLong(0)).isEqualTo(1);
    }
  }
}
