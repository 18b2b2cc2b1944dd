package dev.weir.bench.suite;

import org.jspecify.annotations.Nullable;
import org.tensorflow.TensorFlow;

/** Which peers run here. */
final class Peers {
  private Peers() {}

  /** Why TensorFlow cannot be measured on this machine; null if it can. */
  static @Nullable String noTensorFlowBecause() {
    return Probe.PROBLEM;
  }

  static boolean hasTensorFlow() {
    return Probe.PROBLEM == null;
  }

  private static final class Probe {
    static final @Nullable String PROBLEM = load();

    private static @Nullable String load() {
      try {
        String version = TensorFlow.version();
        return version.isEmpty() ? "TensorFlow has no version" : null;
      } catch (LinkageError e) {
        return "TensorFlow cannot be loaded here: " + e.getMessage();
      }
    }
  }
}
