package dev.weir.bench.suite;

import dev.weir.bench.cluster.ClientSession;
import dev.weir.bench.cluster.Transport;
import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scalar steps by several workers at once on one variable of one ps. Each worker is the master of a
 * client of its own, and each client is a thread of this process.
 */
final class SyncScaling implements Benchmark {
  private static final List<Integer> WORKERS = List.of(1, 2, 4, 8);
  private static final List<Transport> TRANSPORTS =
      List.of(Transport.DEFAULT, Transport.TCP, Transport.GRPC);

  @Override
  public String name() {
    return "sync-scaling";
  }

  @Override
  public String about() {
    return "scalar steps by 1, 2, 4, 8 workers at once on one ps: steps/s together";
  }

  @Override
  public void run(Bench bench) {
    List<Integer> wanted =
        WORKERS.stream().filter(workers -> !transports(bench, workers).isEmpty()).toList();
    if (wanted.isEmpty()) {
      return;
    }
    int most = wanted.getLast();
    List<Transport> transports =
        TRANSPORTS.stream()
            .filter(
                each -> wanted.stream().anyMatch(count -> transports(bench, count).contains(each)))
            .toList();
    try (ClusterRivals rivals = new ClusterRivals(1, most, transports, bench.report())) {
      Map<String, List<ClientSession.Step>> steps = new HashMap<>();
      for (String rival : rivals.names()) {
        List<ClientSession.Step> clients = new ArrayList<>();
        for (int worker = 0; worker < most; worker++) {
          clients.add(rivals.nullStep(rival, 1, worker));
        }
        steps.put(rival, clients);
      }
      wanted.forEach(workers -> measure(bench.forProcesses(), rivals, workers, steps));
    }
  }

  private List<Transport> transports(Bench bench, int workers) {
    return ClusterRivals.wanted(bench, TRANSPORTS, name() + "/" + workers);
  }

  private void measure(
      Bench bench, ClusterRivals rivals, int workers, Map<String, List<ClientSession.Step>> steps) {
    try (Crew crew = new Crew(workers)) {
      String result = name() + "/" + workers;
      List<Transport> transports = transports(bench, workers);
      List<Contender> contenders = new ArrayList<>();
      for (String rival : rivals.names(transports)) {
        List<Contender.Work> clients =
            steps.getOrDefault(rival, List.of()).stream()
                .limit(workers)
                .map(step -> Contender.of(rival, step::run).work())
                .toList();
        contenders.add(rivals.compiled(new Contender(rival, times -> crew.share(times, clients))));
      }
      Measurements measured = bench.measure(result, contenders);
      transports.forEach(transport -> report(bench, result, transport, measured));
    }
  }

  private static void report(Bench bench, String name, Transport transport, Measurements measured) {
    double weir = measured.rate(ClusterRivals.name(transport));
    BenchResult result = BenchResult.rate(transport.row(name), "steps/s", weir);
    bench
        .report()
        .add(
            measured.has(Duel.TENSORFLOW)
                ? result.withPeer(Duel.TENSORFLOW, measured.rate(Duel.TENSORFLOW))
                : result);
  }
}
