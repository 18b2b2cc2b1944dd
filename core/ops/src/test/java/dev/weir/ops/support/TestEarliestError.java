package dev.weir.ops.support;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import org.junit.jupiter.api.Test;

final class TestEarliestError {
  private final EarliestError error = new EarliestError();

  /** Fails at a position after it has begun at another. */
  private static final class Failing extends EarliestError.Part {
    private final long at;

    Failing(long from, long at) {
      this.position = from;
      this.at = at;
    }

    @Override
    void run() {
      position = at;
      throw WeirException.invalidArgument("element %d", at);
    }
  }

  @Test
  void lowestPositionWinsWhicheverPartFailsFirst() {
    error.in(new Failing(100, 150));
    error.in(new Failing(0, 7));
    error.in(new Failing(200, 200));
    assertThatThrownBy(error::rethrow).hasMessageContaining("element 7");
  }

  @Test
  void nothingIsThrownWithoutAnError() {
    assertThatCode(error::rethrow).doesNotThrowAnyException();
  }
}
