package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.train.EpochReport;
import dev.weir.train.Measures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestEarlyStopping {
  private static EpochReport report(String measure, double value) {
    Measures measures = new Measures(Map.of(measure, value));
    return new EpochReport(0, 1, measures, new Measures(Map.of()), 0);
  }

  @Test
  void stopsWhenNothingImproves() {
    EarlyStopping stop = EarlyStopping.lowest("loss", 2);
    double[] losses = {3, 2, 2.5, 1, 1, 1.5};
    List<Boolean> isOver = new ArrayList<>();
    for (double loss : losses) {
      isOver.add(stop.isOver(report("loss", loss)));
    }
    assertThat(isOver).containsExactly(false, false, false, false, false, true);
    assertThat(stop.best()).isEqualTo(1);
  }

  @Test
  void namesTheMeasuresThereAre() {
    assertThatThrownBy(() -> EarlyStopping.highest("acuracy", 1).isOver(report("accuracy", 1)))
        .hasMessageContaining("nothing measures \"acuracy\"; there is [accuracy]");
  }
}
