package dev.weir.conformance;

import dev.weir.error.WeirException;
import java.util.Map;

/**
 * How the TensorFlow in an oracle process is set up. TensorFlow decides by the processor whether
 * its kernels use oneDNN (on with AVX-512 VNNI or AVX2 VNNI, else off), and with it results, what
 * is refused and what crashes. So that tests see one TensorFlow everywhere it is set: off, or on
 * with {@code -Dweir.oracle.onednn=1}.
 */
final class OracleSettings {
  /** The system property for {@code TF_ENABLE_ONEDNN_OPTS}. */
  static final String ONEDNN_PROPERTY = "weir.oracle.onednn";

  private OracleSettings() {}

  /** Whether TensorFlow may use its oneDNN: {@code "0"} or {@code "1"}. */
  static String onednn() {
    String value = System.getProperty(ONEDNN_PROPERTY, "0");
    if (!value.equals("0") && !value.equals("1")) {
      throw WeirException.invalidArgument("%s is 0 or 1, got \"%s\"", ONEDNN_PROPERTY, value);
    }
    return value;
  }

  /** Whether these are the settings that the documentation is about. */
  static boolean isStandard() {
    return onednn().equals("0");
  }

  /** The environment variables of an oracle process. */
  static Map<String, String> environment() {
    // start-up notes are hidden, errors shown
    return Map.of("TF_ENABLE_ONEDNN_OPTS", onednn(), "TF_CPP_MIN_LOG_LEVEL", "2");
  }

  /** For logs and reports. */
  static String description() {
    return "TF_ENABLE_ONEDNN_OPTS=" + onednn();
  }
}
