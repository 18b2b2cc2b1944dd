package dev.weir.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestInterleaved {
  private static final Effort EFFORT =
      new Effort(
          Duration.ofMillis(10),
          5,
          Duration.ofSeconds(1),
          Duration.ofMillis(50),
          Duration.ofMillis(500));

  private long now;
  private long compiled;
  private final List<String> turns = new ArrayList<>();

  @Test
  void measuresSecondsPerCall() {
    Measurements measured = measure(EFFORT, taking("a", 1_000), taking("b", 4_000));
    assertThat(measured.seconds("a")).isCloseTo(1e-6, within(1e-12));
    assertThat(measured.rate("b")).isCloseTo(250_000, within(1e-3));
  }

  @Test
  void contendersTakeTurns() {
    measure(EFFORT, taking("a", 1_000), taking("b", 4_000));
    assertThat(turns.subList(turns.size() - 10, turns.size()))
        .containsExactly("a", "b", "a", "b", "a", "b", "a", "b", "a", "b");
  }

  @Test
  void preparingIsNotMeasured() {
    Contender prepared =
        taking("a", 1_000)
            .preparedBy(
                () -> {
                  turns.add("preparing");
                  now += 5_000_000;
                });
    assertThat(measure(EFFORT, prepared).seconds("a")).isCloseTo(1e-6, within(1e-12));
    assertThat(turns.subList(turns.size() - 4, turns.size()))
        .containsExactly("preparing", "a", "preparing", "a");
  }

  @Test
  void turnsTakeAsLongAsASample() {
    List<Long> counts = new ArrayList<>();
    Contender contender =
        new Contender(
            "a",
            times -> {
              counts.add(times);
              now += times * 1_000;
            });
    measure(EFFORT, contender);
    assertThat(counts.getLast()).isEqualTo(10_000);
  }

  @Test
  void warmsUpUntilThePaceIsSteady() {
    // slow for the first 200 ms, as code that is not compiled yet
    Contender contender =
        new Contender(
            "a",
            times -> {
              now += times * (now < 200_000_000 ? 50_000 - now / 5_000 : 1_000);
            });
    assertThat(measure(EFFORT, contender).seconds("a")).isCloseTo(1e-6, within(1e-12));
  }

  @Test
  void warmsUpWhileTheCompilerIsBusy() {
    // a steady pace, but in code that will be replaced after 300 ms
    Contender contender =
        new Contender(
            "a",
            times -> {
              boolean isCompiling = now < 300_000_000;
              long nanos = times * (isCompiling ? 50_000 : 1_000);
              now += nanos;
              compiled += isCompiling ? nanos / 2 : 0;
            });
    assertThat(measure(EFFORT, contender).seconds("a")).isCloseTo(1e-6, within(1e-12));
  }

  @Test
  void warmsUpWhileCompilersOfOtherProcessesAreBusy() {
    long[] elsewhere = new long[1];
    Contender contender =
        new Contender(
                "a",
                times -> {
                  boolean isCompiling = now < 300_000_000;
                  long nanos = times * (isCompiling ? 50_000 : 1_000);
                  now += nanos;
                  elsewhere[0] += isCompiling ? nanos / 2 : 0;
                })
            .compiledBy(() -> elsewhere[0]);
    assertThat(measure(EFFORT, contender).seconds("a")).isCloseTo(1e-6, within(1e-12));
  }

  @Test
  void warmUpEndsEvenIfNothingIsSteady() {
    long[] calls = new long[1];
    Contender contender =
        new Contender("a", times -> now += times * (1_000 + (calls[0]++ % 2) * 1_000));
    Measurements measured = measure(EFFORT, contender);
    assertThat(measured.seconds("a")).isBetween(1e-6, 2e-6);
  }

  @Test
  void slowContendersHaveFewerRounds() {
    measure(EFFORT, taking("a", Duration.ofSeconds(2).toNanos()));
    // one to warm up, then as few as there may be
    assertThat(turns).hasSize(1 + Effort.FEWEST_ROUNDS);
  }

  private Measurements measure(Effort effort, Contender... contenders) {
    return new Interleaved(effort, () -> now, () -> compiled).measure(List.of(contenders));
  }

  private Contender taking(String name, long nanos) {
    return new Contender(
        name,
        times -> {
          turns.add(name);
          now += times * nanos;
        });
  }
}
