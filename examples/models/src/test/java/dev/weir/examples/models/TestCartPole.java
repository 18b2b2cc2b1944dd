package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.examples.models.CartPole.Cart;
import dev.weir.examples.models.CartPole.Report;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestCartPole {
  @Test
  void learnsToBalanceNearlyAlways() {
    List<String> lines = new ArrayList<>();
    Report report = new CartPole(2).train(60, lines::add);
    assertThat(report.training().getFirst()).as("untrained").isLessThan(50);
    assertThat(report.afterward()).isGreaterThanOrEqualTo(195);
    assertThat(lines).hasSameSizeAs(report.training());
    assertThat(lines.getFirst()).startsWith("batch   1:").endsWith("steps an episode");
    assertThat(report.ends().getFirst().hasFailed()).isTrue();
  }

  @Test
  void aPushAtRestMovesCartAndPoleApart() {
    Cart pushed = new Cart(0, 0, 0, 0).pushed(true);
    // With the pole upright and at rest: turn = -(F/M) / (l (4/3 - m/M)), a = F/M - m l turn / M.
    assertThat(pushed.turning()).isCloseTo(-12 / 41.0, offset(1e-12));
    assertThat(pushed.speed()).isCloseTo(8 / 41.0, offset(1e-12));
    Cart other = new Cart(0, 0, 0, 0).pushed(false);
    assertThat(other).isEqualTo(new Cart(0, -pushed.speed(), 0, -pushed.turning()));
  }

  @Test
  void aPoleThatIsLeftToItselfFalls() {
    Cart cart = new Cart(0, 0, 0.01, 0);
    int steps = 0;
    for (; !cart.hasFailed() && steps < CartPole.MOST_STEPS; steps++) {
      cart = cart.pushed(steps % 2 == 0);
    }
    assertThat(steps).isLessThan(CartPole.MOST_STEPS);
    assertThat(Math.abs(cart.angle())).isGreaterThan(Math.toRadians(12));
  }

  @Test
  void isDrawn() {
    assertThat(CartPole.curve(List.of(0.0, 100.0, 200.0))).isEqualTo("▁▅█");
    assertThat(CartPole.drawing(new Cart(-1.2, 0, 0.25, 0)).lines())
        .containsExactly(
            "                         /",
            "                        /",
            "                      /",
            "                    /",
            "                ┌───┐",
            "────────────────┴o─o┴────────────────────────────────────────");
  }
}
