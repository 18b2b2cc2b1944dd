package dev.weir.cli.cluster;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.internal.epoch.EpochState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What parameter servers say of the epochs of their training. */
final class ServerEpochs {
  private ServerEpochs() {}

  /**
   * Asks parameter servers.
   *
   * @param target the task whose master is used
   * @param servers their names, such as {@code ps/0}
   */
  static Map<String, EpochState> read(String target, List<String> servers) {
    Graph graph = new Graph();
    List<Output> read = new ArrayList<>();
    for (String server : servers) {
      Ops there = Ops.create(graph).withDevice("/job:ps/task:" + server.substring(3));
      read.add(there.scope().node("WeirReadEpoch").build().output(0));
    }
    ClusterOptions only = ClusterOptions.builder().deviceFilters(List.of("/job:ps")).build();
    Map<String, EpochState> states = new LinkedHashMap<>();
    try (Session session = Session.connect(target, graph, only)) {
      Runner runner = session.runner();
      read.forEach(runner::fetch);
      List<Tensor> got = runner.run();
      for (int i = 0; i < got.size(); i++) {
        states.put(servers.get(i), EpochState.of(got.get(i)));
      }
    }
    return states;
  }
}
