package dev.weir.bench.suite;

import dev.weir.bench.cluster.ClientSession;
import dev.weir.bench.cluster.SparseStepGraph;
import dev.weir.bench.cluster.Transport;
import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import java.util.List;

/**
 * What it costs to read and update a few rows of a table on a ps: it must depend on the rows, not
 * on the table.
 */
final class SparseStep implements Benchmark {
  private static final int ROWS_OF_A_MEGABYTE = (1 << 20) / (Float.BYTES * SparseStepGraph.WIDTH);

  private static final List<Table> TABLES =
      List.of(new Table("1MB", ROWS_OF_A_MEGABYTE), new Table("1GB", 1024 * ROWS_OF_A_MEGABYTE));

  private static final List<Transport> TRANSPORTS =
      List.of(Transport.DEFAULT, Transport.TCP, Transport.GRPC);

  /** A table of so many rows. */
  private record Table(String name, int rows) {}

  @Override
  public String name() {
    return "sparse-step";
  }

  @Override
  public String about() {
    return "read and update 32 rows of a table of 1 MB and of 1 GB on a ps: ms";
  }

  @Override
  public void run(Bench bench) {
    List<Transport> transports =
        TRANSPORTS.stream()
            .filter(
                each -> TABLES.stream().anyMatch(table -> transports(bench, table).contains(each)))
            .toList();
    try (ClusterRivals rivals = new ClusterRivals(1, 1, transports, bench.report())) {
      for (Table table : TABLES) {
        List<Transport> wanted = transports(bench, table);
        if (!wanted.isEmpty()) {
          List<Contender> contenders =
              rivals.names(wanted).stream().map(rival -> contender(rivals, rival, table)).toList();
          Measurements measured = bench.forProcesses().measure(result(table), contenders);
          wanted.forEach(transport -> report(bench, result(table), transport, measured));
        }
      }
    }
  }

  private String result(Table table) {
    return name() + "/" + table.name();
  }

  private List<Transport> transports(Bench bench, Table table) {
    return ClusterRivals.wanted(bench, TRANSPORTS, result(table));
  }

  private static Contender contender(ClusterRivals rivals, String rival, Table table) {
    ClientSession session = rivals.connect(rival, 0, SparseStepGraph.of(table.rows()));
    session.prepare(SparseStepGraph.INITIALIZER).run();
    ClientSession.Step update = session.prepare(SparseStepGraph.UPDATE);
    update.run();
    return rivals.contender(rival, update);
  }

  private static void report(Bench bench, String name, Transport transport, Measurements measured) {
    double weir = measured.seconds(ClusterRivals.name(transport));
    BenchResult result = BenchResult.cost(transport.row(name), "ms", 1e3 * weir);
    bench
        .report()
        .add(
            measured.has(Duel.TENSORFLOW)
                ? result.withPeer(Duel.TENSORFLOW, 1e3 * measured.seconds(Duel.TENSORFLOW))
                : result);
  }
}
