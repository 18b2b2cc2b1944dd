package dev.weir.bench.harness;

/** Something that can be measured by name. */
public interface Benchmark {
  /** What it is called on the command line; its results are called so or {@code name/…}. */
  String name();

  /** What it measures, in a sentence. */
  String about();

  /** Measures and reports. */
  void run(Bench bench);
}
