package dev.weir.bench.suite;

import java.util.List;

/** Closes what a benchmark has opened, the last first. */
final class Closing {
  private Closing() {}

  static void all(List<? extends AutoCloseable> open) {
    for (AutoCloseable resource : open.reversed()) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("could not be closed: " + resource, e);
      }
    }
  }
}
