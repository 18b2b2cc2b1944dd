package dev.weir.bench.harness;

import java.time.Duration;
import java.util.List;

/**
 * What a benchmark is given to do its work.
 *
 * @param threads how many threads both sides may use
 */
public record Bench(Effort effort, Selection selection, Report report, int threads) {
  /** Measures contenders in turns. */
  public Measurements measure(String what, Contender... contenders) {
    return measure(what, List.of(contenders));
  }

  /** Measures contenders in turns. */
  public Measurements measure(String what, List<Contender> contenders) {
    report.begin(what);
    return new Interleaved(effort).measure(contenders);
  }

  /** Limits the time for all rounds together; a quick run stays as short. */
  public Bench withLongestRounds(Duration longest) {
    return isQuick()
        ? this
        : new Bench(effort.withLongestRounds(longest), selection, report, threads);
  }

  /** Adapts the effort to work in several processes; a quick run stays as short. */
  public Bench forProcesses() {
    return isQuick() ? this : new Bench(effort.forProcesses(), selection, report, threads);
  }

  /** Whether a result of this name is wanted. */
  public boolean wants(String result) {
    return selection.wants(result);
  }

  /** Whether figures are only for a first look. */
  public boolean isQuick() {
    return effort.equals(Effort.QUICK);
  }
}
