package dev.weir.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestMachine {
  private static final String NEWER =
      "processor\t: 0\n"
          + "model name\t: AMD EPYC\n"
          + "flags\t\t: fpu avx2 avx512f avx512_vnni avx512_bf16\n";
  private static final String OLDER =
      "processor\t: 0\nmodel name\t: Intel Xeon\nflags\t\t: fpu avx avx2 fma\n";

  @Test
  void tensorFlowUsesOneDnnWhereItWouldByItself() {
    assertThat(Machine.of(NEWER, 2, Map.of()))
        .isEqualTo(new Machine("AMD EPYC", "AVX-512 with VNNI and BF16", 2, "1"));
    assertThat(Machine.of(OLDER, 2, Map.of())).isEqualTo(new Machine("Intel Xeon", "AVX2", 2, "0"));
  }

  @Test
  void theEnvironmentDecidesFirst() {
    Map<String, String> environment = Map.of(Machine.ONEDNN_VARIABLE, "0");
    assertThat(Machine.of(NEWER, 2, environment).tensorFlowOneDnn()).isEqualTo("0");
  }

  @Test
  void processorsThatAreNotDescribedAreUnknown() {
    Machine machine = Machine.of("", 4, Map.of());
    assertThat(machine.vectors()).isEqualTo("unknown");
    assertThat(machine.tensorFlowOneDnn()).isEqualTo("0");
  }
}
