package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.conformance.TensorFlowJavaStep;
import java.util.ArrayList;
import java.util.List;

/** Small steps by several threads at once on one session. */
final class SmallStepThreads implements Benchmark {
  private static final int THREADS = 2;
  private static final String WEIR_ALONE = "weir, one thread";
  private static final String TENSORFLOW_ALONE = "tensorflow, one thread";

  @Override
  public String name() {
    return "small-step-threads";
  }

  @Override
  public String about() {
    return "the same by 2 threads on one session: steps/s together; scaling against one thread";
  }

  @Override
  public void run(Bench bench) {
    List<AutoCloseable> open = new ArrayList<>();
    try (Crew crew = new Crew(THREADS)) {
      AddOne weir = new AddOne();
      open.add(weir);
      List<Contender> contenders = new ArrayList<>();
      contenders.add(new Contender(Duel.WEIR, times -> crew.share(times, weir::steps)));
      contenders.add(new Contender(WEIR_ALONE, weir::steps));
      if (Peers.hasTensorFlow()) {
        TensorFlowJavaStep tensorflow = new TensorFlowJavaStep();
        open.add(tensorflow);
        Contender.Work steps = times -> SmallStep.steps(tensorflow, times);
        contenders.add(new Contender(Duel.TENSORFLOW, times -> crew.share(times, steps)));
        contenders.add(new Contender(TENSORFLOW_ALONE, steps));
      }
      bench.report().add(result(bench.measure(name(), contenders)));
    } finally {
      Closing.all(open);
    }
  }

  private BenchResult result(Measurements measured) {
    double together = measured.rate(Duel.WEIR);
    BenchResult result =
        BenchResult.rate(name(), "steps/s", together)
            .with("scaling", together / measured.rate(WEIR_ALONE));
    if (!measured.has(Duel.TENSORFLOW)) {
      return result;
    }
    double theirs = measured.rate(Duel.TENSORFLOW);
    return result
        .withPeer(Duel.TENSORFLOW, theirs)
        .with("tensorflowScaling", theirs / measured.rate(TENSORFLOW_ALONE));
  }
}
