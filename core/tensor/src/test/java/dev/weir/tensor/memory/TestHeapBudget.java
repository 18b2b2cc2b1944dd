package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

final class TestHeapBudget {
  private final HeapBudget budget = HeapBudget.of("strings", 1000);

  @Test
  void refusesWhatDoesNotFitWhileTheOwnerIsReachable() {
    Object owner = new Object();
    budget.charge(owner, 900, "some strings");
    assertThatThrownBy(() -> budget.charge(new Object(), 200, "string[3]"))
        .hasMessage(
            "string[3] needs 200 B of the heap, where strings take 900 B and may take 1000 B; raise"
                + " the maximum heap size (-Xmx)")
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
    budget.charge(owner, 100, "some strings");
    assertThat(budget.used()).isEqualTo(1000);
    Reference.reachabilityFence(owner);
  }

  @Test
  void bytesOfAnOwnerThatIsGoneComeBack() {
    budget.charge(new Object(), 900, "some strings");
    budget.charge(new Object(), 200, "other strings");
    assertThat(budget.used()).isEqualTo(200);
  }

  @Test
  void moreThanTheBudgetIsRefusedAtOnce() {
    assertThatThrownBy(() -> budget.charge(new Object(), 1001, "a string"))
        .isInstanceOf(WeirException.class);
    assertThatThrownBy(() -> budget.charge(new Object(), Long.MAX_VALUE, "a string"))
        .isInstanceOf(WeirException.class);
    assertThat(budget.used()).isZero();
  }

  @Test
  void bytesAreReleasedByTheirOwner() {
    budget.take(900, "a message");
    assertThatThrownBy(() -> budget.take(101, "another message"))
        .hasMessageStartingWith("another message needs 101 B of the heap, where strings take 900 B")
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
    assertThat(budget.used()).as("a refusal takes nothing").isEqualTo(900);
    budget.giveBack(900);
    budget.take(1000, "another message");
    assertThat(budget.used()).isEqualTo(1000);
  }

  @Test
  void whatIsTakenFirstCanBeLeftToAnOwner() {
    budget.take(900, "an array");
    budget.giveBackAfter(new Object(), 900);
    budget.take(1000, "another array");
    assertThat(budget.used()).isEqualTo(1000);
  }
}
