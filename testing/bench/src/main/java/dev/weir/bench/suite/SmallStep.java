package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.conformance.TensorFlowJavaStep;
import java.util.ArrayList;
import java.util.List;

/** What a step costs that computes next to nothing: feed a scalar, add one, fetch the sum. */
final class SmallStep implements Benchmark {
  /** Weir's session once more, the step run by handle. */
  private static final String CALLABLE = "callable";

  @Override
  public String name() {
    return "small-step";
  }

  @Override
  public String about() {
    return "feed a scalar, Add, fetch: steps/s, beside tensorflow-java's session";
  }

  @Override
  public void run(Bench bench) {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      AddOne weir = new AddOne();
      open.add(weir);
      List<Contender> contenders = new ArrayList<>();
      contenders.add(new Contender(Duel.WEIR, weir::steps));
      contenders.add(new Contender(CALLABLE, weir::calls));
      if (Peers.hasTensorFlow()) {
        TensorFlowJavaStep tensorflow = new TensorFlowJavaStep();
        open.add(tensorflow);
        contenders.add(new Contender(Duel.TENSORFLOW, times -> steps(tensorflow, times)));
      }
      Measurements measured = bench.measure(name(), contenders);
      BenchResult result =
          BenchResult.rate(name(), "steps/s", measured.rate(Duel.WEIR))
              .with(CALLABLE, measured.rate(CALLABLE));
      bench
          .report()
          .add(
              measured.has(Duel.TENSORFLOW)
                  ? result.withPeer(Duel.TENSORFLOW, measured.rate(Duel.TENSORFLOW))
                  : result);
    } finally {
      Closing.all(open);
    }
  }

  /** Does with TensorFlow what {@link AddOne#steps} does. */
  static void steps(TensorFlowJavaStep step, long times) {
    for (long i = 0; i < times; i++) {
      float value = i & 1023;
      if (step.run(value) != value + 1) {
        throw new IllegalStateException("TensorFlow cannot add");
      }
    }
  }
}
