package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;

/** What tests of these kernels need: the library, which is there on the platforms that ship it. */
final class OneDnnNeeded {
  private OneDnnNeeded() {}

  /** Fails on Linux x86-64, where the library must load; skips the test elsewhere without it. */
  static void here() {
    Optional<String> missing = OneDnnLibrary.unavailableBecause();
    if (System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64")) {
      assertThat(missing)
          .as("oneDNN must load on Linux x86-64: its kernels are tested here or nowhere")
          .isEmpty();
    }
    assumeTrue(missing.isEmpty(), () -> "no oneDNN: " + missing.orElse(""));
  }
}
