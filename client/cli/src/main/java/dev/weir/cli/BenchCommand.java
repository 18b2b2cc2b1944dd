package dev.weir.cli;

import dev.weir.error.WeirException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Stands in the help; the launcher starts benchmarks, which come with TensorFlow beside them. */
@Command(
    name = "bench",
    description = "Measure Weir beside TensorFlow in one run (./weir bench --help).")
final class BenchCommand implements Runnable {
  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Which benchmarks to run.")
  String[] names = {};

  @Override
  public void run() {
    throw WeirException.failedPrecondition(
        "benchmarks run through the launcher at the root of the repository: ./weir bench %s",
        String.join(" ", names));
  }
}
