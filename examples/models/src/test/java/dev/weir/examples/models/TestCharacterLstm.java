package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TestCharacterLstm {
  @Test
  void knowsTheRhymeByHeart() throws Exception {
    List<String> lines = Printed.by(CharacterLstm::main);
    // knowing nothing costs ln 24 = 3.2 a character, knowing how frequent each is 2.8
    assertThat(Printed.number(lines.get(5), "loss")).isLessThan(0.1);

    assertThat(lines.get(6)).isEqualTo("it writes, with care:");
    int fancy = lines.indexOf("it writes, with fancy:");
    List<String> careful = lines.subList(7, fancy);
    List<String> rhyme = CharacterLstm.RHYME.lines().toList();
    assertThat(careful.subList(0, 2)).isEqualTo(rhyme.subList(0, 2));
    // the last is cut off
    assertThat(careful.subList(0, careful.size() - 1))
        .allMatch(TestCharacterLstm::hasOnlyKnownWords);
    assertThat(lines.get(fancy + 1)).startsWith("ten for the stone");
    assertThat(String.join("\n", lines.subList(fancy + 1, lines.size()))).hasSizeBetween(190, 200);
  }

  private static boolean hasOnlyKnownWords(String line) {
    Set<String> known = Set.copyOf(List.of(CharacterLstm.RHYME.split("\\W+", -1)));
    return known.containsAll(List.of(line.split("\\W+", -1)));
  }
}
