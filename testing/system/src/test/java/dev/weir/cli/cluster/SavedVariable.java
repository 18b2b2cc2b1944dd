package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.PS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.nio.file.Path;
import java.util.List;

/** A variable on ps, written to a checkpoint there and read from it. */
final class SavedVariable {
  final Graph graph = new Graph();
  final Path prefix;
  final Node assign;
  final Node add;
  final Node save;
  final Node restore;
  private final Output value;
  private final int floats;

  SavedVariable(Path folder, String name, int floats) {
    this.floats = floats;
    prefix = folder.resolve(name);
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output handle = ps.withName(name).state.varHandleOp(DType.FLOAT32, Shape.of(floats));
    Output ones = ps.array.fill(Shape.of(floats), ps.constant(1f));
    assign = ps.state.assignVariableOp(handle, ones);
    add = ps.state.assignAddVariableOp(handle, ones);
    Output all = ps.state.readVariableOp(handle, DType.FLOAT32);
    value = ps.math.max(all, 0);
    save =
        new CheckpointOps(ps.scope())
            .save(ps.constant(prefix.toString()), List.of("weights"), List.of(all));
    Output restored =
        new CheckpointOps(ps.scope())
            .restore(ps.constant(prefix.toString()), List.of("weights"), List.of(DType.FLOAT32))
            .get(0);
    restore = ps.state.assignVariableOp(handle, restored);
  }

  static void run(Session session, Node node) {
    session.runner().addTarget(node).run();
  }

  float value(Session session) {
    return session.run(value).getFloat(0);
  }

  void assertSaved(float expected) {
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.read("weights").getFloat(floats - 1)).isEqualTo(expected);
    }
  }
}
