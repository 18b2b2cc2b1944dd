package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TestMlp {
  @Test
  void tellsSpiralsApartAndDrawsAMap() throws Exception {
    List<String> lines = Printed.by(Mlp::main);
    assertThat(lines).hasSize(4 + 25);
    assertThat(lines.get(3)).startsWith("epochs 40, steps 800: loss ").contains("; evaluation: ");
    // a straight line gets no more than two thirds right
    assertThat(Printed.number(lines.get(3), "accuracy")).isGreaterThan(0.97);

    List<String> map = lines.subList(4, lines.size());
    assertThat(map).allMatch(line -> line.matches("[.#]{50}"));
    StringBuilder middle = new StringBuilder();
    map.forEach(line -> middle.append(line.charAt(25)));
    assertThat(middle.toString().replaceAll("(.)\\1+", "$1"))
        .as("down the middle, arms of both spirals in turn")
        .hasSizeGreaterThanOrEqualTo(4);
  }
}
