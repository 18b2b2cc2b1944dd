package dev.weir.bench.cluster;

import dev.weir.conformance.SessionSettings;
import dev.weir.conformance.TensorFlowClient;
import dev.weir.conformance.TensorFlowStep;
import dev.weir.conformance.peer.TensorFlowCluster;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * TensorFlow's servers and its own client. A step is one call of its C interface with arguments
 * made before, so that what is measured is TensorFlow alone. It may optimize the graph, as it does
 * by default.
 */
public final class TensorFlowUnderTest implements ClusterUnderTest {
  private final TensorFlowCluster cluster;

  private TensorFlowUnderTest(TensorFlowCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts so many tasks and waits until all serve. */
  public static TensorFlowUnderTest start(int ps, int workers) {
    return new TensorFlowUnderTest(TensorFlowCluster.start(ps, workers));
  }

  @Override
  public ClientSession connect(int worker, byte[] graphDef) {
    SessionSettings settings =
        SessionSettings.PLAIN.withTarget(cluster.target("worker", worker)).withOptimized(true);
    return new Client(TensorFlowClient.connect(graphDef, settings));
  }

  @Override
  public void close() {
    cluster.close();
  }

  private static final class Client implements ClientSession {
    private final TensorFlowClient client;
    private final List<TensorFlowStep> steps = new ArrayList<>();

    Client(TensorFlowClient client) {
      this.client = client;
    }

    @Override
    public Step prepare(String target) {
      TensorFlowStep step = client.prepare(Map.of(), List.of(), List.of(target));
      steps.add(step);
      return step::execute;
    }

    @Override
    public Tensor fetch(String endpoint) {
      return client.run(Map.of(), List.of(endpoint), List.of()).getFirst();
    }

    @Override
    public void close() {
      steps.forEach(TensorFlowStep::close);
      client.close();
    }
  }
}
