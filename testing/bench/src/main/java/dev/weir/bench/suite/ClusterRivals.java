package dev.weir.bench.suite;

import dev.weir.bench.cluster.ClientSession;
import dev.weir.bench.cluster.ClusterUnderTest;
import dev.weir.bench.cluster.NullStepGraph;
import dev.weir.bench.cluster.TensorFlowUnderTest;
import dev.weir.bench.cluster.Transport;
import dev.weir.bench.cluster.WeirUnderTest;
import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The clusters a benchmark measures in turns, all started before. */
final class ClusterRivals implements AutoCloseable {
  private final Map<String, ClusterUnderTest> clusters = new LinkedHashMap<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  /** Starts so many tasks of TensorFlow's, and of Weir's for each of these transports. */
  ClusterRivals(int ps, int workers, List<Transport> transports, Report report) {
    try {
      for (Transport transport : transports) {
        add(transport, ps, workers, report);
      }
      if (Peers.hasTensorFlow()) {
        report.begin("TensorFlow's " + (ps + workers) + " processes");
        add(Duel.TENSORFLOW, TensorFlowUnderTest.start(ps, workers));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void add(String name, ClusterUnderTest cluster) {
    clusters.put(name, cluster);
    open.add(cluster);
  }

  /** Starts so many tasks of Weir's besides, which reach each other in this way. */
  void add(Transport transport, int ps, int workers, Report report) {
    report.begin(transport.row("Weir's " + (ps + workers) + " processes"));
    add(name(transport), WeirUnderTest.start(ps, workers, transport));
  }

  /** By which name Weir is measured with a transport. */
  static String name(Transport transport) {
    return transport.row(Duel.WEIR);
  }

  /** Who is measured. */
  List<String> names() {
    return List.copyOf(clusters.keySet());
  }

  /** TensorFlow, if it is measured, and Weir with these transports. */
  List<String> names(List<Transport> transports) {
    List<String> wanted = transports.stream().map(ClusterRivals::name).toList();
    return names().stream()
        .filter(name -> name.equals(Duel.TENSORFLOW) || wanted.contains(name))
        .toList();
  }

  /** The transports of a result that are wanted. */
  static List<Transport> wanted(Bench bench, List<Transport> transports, String result) {
    return transports.stream().filter(transport -> bench.wants(transport.row(result))).toList();
  }

  /** One of them, measured while it runs a step again and again. */
  Contender contender(String rival, ClientSession.Step step) {
    return compiled(Contender.of(rival, step::run));
  }

  /** A contender by the name of one of them, warm when that one's tasks are. */
  Contender compiled(Contender contender) {
    return contender.compiledBy(cluster(contender.name())::compilationNanos);
  }

  /** A session of a client of one of them; it ends with the clusters. */
  ClientSession connect(String rival, int worker, byte[] graphDef) {
    ClientSession session = cluster(rival).connect(worker, graphDef);
    open.add(session);
    return session;
  }

  private ClusterUnderTest cluster(String rival) {
    ClusterUnderTest cluster = clusters.get(rival);
    if (cluster == null) {
      throw new IllegalArgumentException(rival + " does not run, only " + clusters.keySet());
    }
    return cluster;
  }

  /** The step of {@link NullStepGraph} by a client of its own; it has run once and had effect. */
  ClientSession.Step nullStep(String rival, int floats, int worker) {
    ClientSession session = connect(rival, worker, NullStepGraph.of(floats, worker));
    session.prepare(NullStepGraph.INITIALIZER).run();
    ClientSession.Step update = session.prepare(NullStepGraph.UPDATE);
    update.run();
    float value = session.fetch(NullStepGraph.VALUE).getFloat(floats - 1L);
    if (!(value > 1)) {
      throw new IllegalStateException(rival + " cannot add: 1 has become " + value);
    }
    return update;
  }

  @Override
  public void close() {
    Closing.all(open);
    open.clear();
  }
}
