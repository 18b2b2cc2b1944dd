package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestThreadBudget {
  @Test
  void aLoneCallGetsAllCores() {
    assertThat(new ThreadBudget(6).take(100)).isEqualTo(6);
  }

  @Test
  void aCallGetsNoMoreThanItWants() {
    assertThat(new ThreadBudget(6).take(1)).isEqualTo(1);
  }

  @Test
  void whenNoneIsFreeOneIsGrantedAllTheSame() {
    ThreadBudget budget = new ThreadBudget(6);
    int all = budget.take(100);
    int one = budget.take(100);
    assertThat(one).isEqualTo(1);
    budget.give(one);
    budget.give(all);
    assertThat(budget.free()).isEqualTo(6);
  }

  @Test
  void whatIsLeftIsGrantedInPowersOfTwo() {
    ThreadBudget budget = new ThreadBudget(6);
    assertThat(budget.take(1)).isEqualTo(1);
    assertThat(budget.take(100)).as("of five free ones").isEqualTo(4);
  }
}
