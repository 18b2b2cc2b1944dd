package dev.weir.bench.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What figures depend on beside the code: the processor, and whether TensorFlow uses its oneDNN.
 *
 * @param cpu the model's name
 * @param vectors the widest vector instructions that it has
 * @param threads how many threads each side may use
 * @param tensorFlowOneDnn the value of {@value #ONEDNN_VARIABLE}, {@code 0} or {@code 1}
 */
public record Machine(String cpu, String vectors, int threads, String tensorFlowOneDnn) {
  /** The environment variable that switches TensorFlow's oneDNN kernels. */
  public static final String ONEDNN_VARIABLE = "TF_ENABLE_ONEDNN_OPTS";

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** Flags of processors on which TensorFlow 2.18 switches oneDNN on by itself. */
  private static final List<String> ONEDNN_FLAGS =
      List.of("avx512_vnni", "avx512_bf16", "avx_vnni", "amx_tile");

  /**
   * This machine; TensorFlow decides as it does by itself unless the environment says otherwise.
   */
  public static Machine detect(int threads, Map<String, String> environment) {
    return of(cpuInfo(), threads, environment);
  }

  static Machine of(String cpuInfo, int threads, Map<String, String> environment) {
    Set<String> flags = Set.of(field(cpuInfo, "flags", "").split(" +"));
    String own = ONEDNN_FLAGS.stream().anyMatch(flags::contains) ? "1" : "0";
    return new Machine(
        field(cpuInfo, "model name", System.getProperty("os.arch", "unknown")),
        vectors(flags),
        threads,
        environment.getOrDefault(ONEDNN_VARIABLE, own));
  }

  private static String vectors(Set<String> flags) {
    if (flags.contains("avx512f")) {
      return flags.contains("avx512_bf16")
          ? "AVX-512 with VNNI and BF16"
          : flags.contains("avx512_vnni") ? "AVX-512 with VNNI" : "AVX-512";
    }
    return flags.contains("avx2") ? "AVX2" : "unknown";
  }

  /** The value of the first line that begins so; elsewhere than on Linux there is none. */
  private static String field(String cpuInfo, String name, String otherwise) {
    return cpuInfo
        .lines()
        .filter(line -> line.startsWith(name) && line.indexOf(':') > 0)
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(otherwise);
  }

  private static String cpuInfo() {
    try {
      return Files.isReadable(CPU_INFO) ? Files.readString(CPU_INFO, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      return ""; // figures are taken all the same, of an unknown processor
    }
  }

  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("cpu", cpu);
    facts.put("vectors", vectors);
    facts.put("threads", threads);
    facts.put(ONEDNN_VARIABLE, tensorFlowOneDnn);
    return facts;
  }

  /** One line for people. */
  @Override
  public String toString() {
    return cpu
        + ", "
        + vectors
        + ", "
        + threads
        + " threads, "
        + ONEDNN_VARIABLE
        + "="
        + tensorFlowOneDnn;
  }
}
