package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.examples.models.RandomForest.Data;
import dev.weir.examples.models.RandomForest.Plan;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TestRandomForest {
  private final Data training = RandomForest.shells(800, 6, 2.31, 1);
  private final Data test = RandomForest.shells(1000, 6, 2.31, 2);

  @Test
  void aForestIsBetterThanATreeAndThatThanALinearRule() {
    float linear = RandomForest.trainAndTestLinear(training, test, 1);
    float tree = grown(new Plan(1, 7, 6, false), training, test);
    float forest = grown(new Plan(30, 7, 2, true), training, test);
    assertThat(linear).as("no line parts a shell from its inside").isBetween(0.4f, 0.6f);
    assertThat(tree).isGreaterThan(linear + 0.1f);
    assertThat(forest).isGreaterThan(tree + 0.06f).isGreaterThan(0.8f);
  }

  @Test
  void oneDecisionFindsTheFeatureAndTheBin() {
    // 0.625 is a boundary between bins.
    Data simple = labeled(training.x(), 3, 0.625f);
    Data held = labeled(test.x(), 3, 0.625f);
    assertThat(grown(new Plan(1, 1, 6, false), simple, held)).isEqualTo(1);
    assertThat(grown(new Plan(1, 1, 1, false), simple, held))
        .as("with another feature, chosen at random")
        .isLessThan(0.9f);
  }

  @Test
  void deeperTreesMakeFewerErrorsOnWhatTheyHaveSeen() {
    float before = 0;
    for (int depth = 1; depth <= 9; depth += 2) {
      float seen = grown(new Plan(1, depth, 6, false), training, training);
      assertThat(seen).isGreaterThan(before);
      before = seen;
    }
    assertThat(before).isGreaterThan(0.9f);
  }

  @Test
  void theSameSeedGrowsTheSameForest() {
    Plan plan = new Plan(5, 4, 2, true);
    assertThat(grown(plan, training, test)).isEqualTo(grown(plan, training, test));
  }

  private static float grown(Plan plan, Data training, Data test) {
    return new RandomForest(6, plan, 1).trainAndTest(training, test);
  }

  /** Labels examples 1 where a feature is at least so large. */
  private static Data labeled(Tensor x, int feature, float from) {
    int count = (int) x.shape().size(0);
    int[] labels =
        IntStream.range(0, count).map(i -> x.getFloat(6L * i + feature) >= from ? 1 : 0).toArray();
    return new Data(x, Tensors.vector(labels));
  }
}
