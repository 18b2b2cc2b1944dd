package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.examples.models.KMeans.Clustering;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TestKMeans {
  private static final float[][] AROUND = {
    {-3, 3, 0}, {3, 3.5f, 0}, {0, 0, 0}, {-3.5f, -3, 0}, {3, -2.5f, 0}, {0, 0, 5}
  };
  private static final int EACH = 100;

  private final Tensor data = KMeans.scattered(AROUND, EACH, 0.7, 3);
  private final Clustering found = new KMeans(AROUND.length, 3, 11).fit(data);

  @Test
  void inertiaFallsInEveryRoundUntilNothingMoves() {
    int last = found.inertias().size() - 1;
    assertThat(last).as("rounds").isBetween(2, 50);
    for (int i = 1; i < last; i++) {
      assertThat(found.inertias().get(i)).isLessThan(found.inertias().get(i - 1));
    }
    assertThat(found.inertias().get(last)).isEqualTo(found.inertias().get(last - 1));
  }

  @Test
  void clustersAreThePointsAroundEachCenter() {
    Set<Integer> seen = new HashSet<>();
    for (int c = 0; c < AROUND.length; c++) {
      int[] ours = Arrays.copyOfRange(found.clusters(), c * EACH, (c + 1) * EACH);
      int most = mostFrequent(ours);
      assertThat(seen.add(most)).as("cluster %d is that of one center only", most).isTrue();
      assertThat(Arrays.stream(ours).filter(cluster -> cluster == most).count())
          .isGreaterThanOrEqualTo(EACH * 97 / 100);
      for (int d = 0; d < 3; d++) {
        // the mean of 100 points deviates by 0.07
        assertThat(found.centers().getFloat(most * 3L + d))
            .isBetween(AROUND[c][d] - 0.3f, AROUND[c][d] + 0.3f);
      }
    }
  }

  private static int mostFrequent(int[] clusters) {
    int[] counts = new int[AROUND.length];
    for (int cluster : clusters) {
      counts[cluster]++;
    }
    int most = 0;
    for (int c = 1; c < counts.length; c++) {
      most = counts[c] > counts[most] ? c : most;
    }
    return most;
  }

  @Test
  void aClusterWithoutPointsStaysWhereItIs() {
    // Only two places for three centers: two of them share one, and one of these gets no points.
    Tensor two = KMeans.scattered(new float[][] {{-1, 0}, {1, 0}}, 5, 0, 1);
    Clustering clustering = new KMeans(3, 2, 1).fit(two);
    assertThat(clustering.inertias().getLast()).isZero();
    for (int c = 0; c < 3; c++) {
      assertThat(clustering.centers().getFloat(2L * c)).isIn(-1f, 1f);
      assertThat(clustering.centers().getFloat(2L * c + 1)).isZero();
    }
    assertThat(clustering.clusters()[0]).isNotEqualTo(clustering.clusters()[9]);
  }
}
