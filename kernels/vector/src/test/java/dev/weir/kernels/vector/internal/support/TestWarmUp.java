package dev.weir.kernels.vector.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.kernels.vector.internal.elementwise.UnaryLoop;
import dev.weir.kernels.vector.internal.math.FloatExp;
import dev.weir.kernels.vector.internal.math.FloatMath;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;

/** Loops over vectors are compiled to loops over registers, whatever else has been run before. */
final class TestWarmUp {
  private static final int COUNT = 1003;

  @Test
  void loopsTakeNoMemoryOnceWarm() {
    List<UnaryLoop> others = new ArrayList<>();
    others.add(negation(Element.DOUBLE));
    others.add(negation(Element.INT));
    others.add(negation(Element.LONG));
    UnaryLoop tanh =
        UnaryLoop.of(
            new UnaryLoop.Operation<>(
                Element.FLOAT,
                x -> FloatExp.tanh((FloatVector) x),
                ScalarFunctions.Unary.of(x -> FloatMath.tanh((float) x)),
                1));
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(COUNT * Double.BYTES, Lanes.BYTES);
      Warmth.force(true);
      for (UnaryLoop other : others) {
        other.run(data.address(), data.address(), COUNT);
      }
      Warmth.force(false);
      assertThat(WarmUp.becomesQuiet(() -> ((Warmth.Loop) tanh).warmUp(0, data.address()), 0))
          .isTrue();
    } finally {
      Warmth.force(false);
    }
  }

  private static <T> UnaryLoop negation(Element<T> element) {
    return UnaryLoop.of(
        new UnaryLoop.Operation<>(
            element, x -> x.neg(), new ScalarFunctions.Unary(x -> -x, x -> -x), Long.MAX_VALUE));
  }

  @Test
  void aLoopChangesOverByItself() {
    Object[] warmed = new Object[1];
    Warmth.Loop loop = (form, scratch) -> warmed[0] = loop(form);
    Warmth warmth = new Warmth(loop, 1, 100);
    assertThat(warmth.allows(99)).isFalse();
    assertThat(warmth.allows(1)).isFalse(); // warmUpThreshold is at an end
    long end = System.nanoTime() + 30_000_000_000L;
    while (!warmth.allows(1) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(warmth.allows(1)).isTrue();
    assertThat(warmed[0]).isEqualTo("loop 1");
  }

  private static String loop(int form) {
    return form == 1 ? "loop 1" : "another";
  }
}
