package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

final class TestHeapShare {
  private final HeapShare share = new HeapShare(1000);

  @Test
  void refusesWhatDoesNotFitWhileTheOwnerIsReachable() {
    Object owner = new Object();
    share.charge(owner, 900, "some strings");
    assertThatThrownBy(() -> share.charge(new Object(), 200, "string[3]"))
        .hasMessage(
            "string[3] needs 200 B of the heap, where strings take 900 B and may take 1000 B; raise"
                + " the maximum heap size (-Xmx)")
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
    share.charge(owner, 100, "some strings");
    assertThat(share.used()).isEqualTo(1000);
    Reference.reachabilityFence(owner);
  }

  @Test
  void bytesOfAnOwnerThatIsGoneComeBack() {
    share.charge(new Object(), 900, "some strings");
    share.charge(new Object(), 200, "other strings");
    assertThat(share.used()).isEqualTo(200);
  }

  @Test
  void moreThanTheShareIsRefusedAtOnce() {
    assertThatThrownBy(() -> share.charge(new Object(), 1001, "a string"))
        .isInstanceOf(WeirException.class);
    assertThatThrownBy(() -> share.charge(new Object(), Long.MAX_VALUE, "a string"))
        .isInstanceOf(WeirException.class);
    assertThat(share.used()).isZero();
  }
}
