package dev.weir.conformance.interop;

import dev.weir.conformance.peer.TensorFlowServer;
import dev.weir.graph.Graph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The four clusters of a ps and a worker, shared by all test classes of a run since TensorFlow's
 * processes are slow to start. A test takes them as a parameter.
 */
final class Clusters implements AutoCloseable {
  private record Makers(Maker ps, Maker worker) {}

  private final Map<Makers, MixedCluster> clusters = new HashMap<>();
  private @Nullable TensorFlowServer tensorFlow;

  private Clusters() {}

  private static Clusters start() {
    Clusters started = new Clusters();
    try {
      List<TensorFlowServer.Place> vacant = new ArrayList<>();
      for (Maker ps : Maker.values()) {
        for (Maker worker : Maker.values()) {
          MixedCluster cluster = MixedCluster.start(ps, worker);
          started.clusters.put(new Makers(ps, worker), cluster);
          vacant.addAll(cluster.vacant());
        }
      }
      started.tensorFlow = TensorFlowServer.start(vacant);
      started.tensorFlow.awaitReady();
      return started;
    } catch (RuntimeException | Error e) {
      started.close();
      throw e;
    }
  }

  MixedCluster of(Setting setting) {
    return Objects.requireNonNull(clusters.get(new Makers(setting.ps(), setting.worker())));
  }

  /** What a client connects to. */
  String target(Setting setting) {
    return of(setting).target(setting.master());
  }

  /** A session of the setting's client. */
  Client connect(Setting setting, Graph graph) {
    return Client.connect(setting.client(), target(setting), graph);
  }

  @Override
  public void close() {
    clusters.values().forEach(MixedCluster::close);
    if (tensorFlow != null) {
      tensorFlow.close();
    }
  }

  /** Starts them for the first test that asks, stops them after the last. */
  static final class Shared implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(Clusters.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Clusters.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .computeIfAbsent(Clusters.class, key -> start(), Clusters.class);
    }
  }
}
