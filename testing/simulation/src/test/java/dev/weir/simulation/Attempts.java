package dev.weir.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every attempt at a training step, and what its client knows of it. Attempt {@code i} adds 1 to
 * element {@code i} of a variable on every parameter server, so a checkpoint says which attempts
 * its values contain; what it may contain follows from the saves and restores.
 */
final class Attempts {
  /** How many there can be. */
  static final int MOST = 400;

  private static final long NEVER = Long.MAX_VALUE;

  /** One attempt, the epoch it belongs to, and when it was acknowledged. */
  static final class Attempt {
    final int id;
    final String trainer;
    final long epoch;
    long acknowledged = NEVER;

    Attempt(int id, String trainer, long epoch) {
      this.id = id;
      this.trainer = trainer;
      this.epoch = epoch;
    }

    @Override
    public String toString() {
      return "attempt " + id + " of " + trainer;
    }
  }

  /**
   * A save of all variables.
   *
   * @param epoch in which it was made
   * @param begin no variable was read before
   */
  record Save(long epoch, long begin) {}

  private final List<Attempt> all = new ArrayList<>();

  /** What the variables contained when a restore was done, by its epoch. */
  private final TreeMap<Long, Map<String, float[]>> restores = new TreeMap<>();

  /** Begins one; null if there were too many. */
  @Nullable Attempt begin(String trainer, long epoch) {
    if (all.size() == MOST) {
      return null;
    }
    Attempt attempt = new Attempt(all.size(), trainer, epoch);
    all.add(attempt);
    return attempt;
  }

  int count() {
    return all.size();
  }

  /** Notes that all variables were restored, in an epoch that begins so. */
  void restored(long epoch, Map<String, float[]> values) {
    restores.put(epoch, values);
  }

  /**
   * Judges the values of a checkpoint: what is wrong with them.
   *
   * @param values for each parameter server what attempts have added there
   */
  List<String> check(Map<String, float[]> values, Save save) {
    List<String> problems = new ArrayList<>();
    for (Attempt attempt : all) {
      values.forEach(
          (name, elements) -> {
            float value = elements[attempt.id];
            String problem = problem(attempt, name, value, save);
            if (problem != null) {
              problems.add(attempt + " is " + value + " times in " + name + ": " + problem);
            }
          });
    }
    return problems;
  }

  /**
   * A restore overwrites everything: attempts of earlier epochs are in a variable exactly if they
   * are in the checkpoint that was restored. Those of later epochs are there if they were
   * acknowledged before the save, and may be there if they were not.
   */
  private @Nullable String problem(Attempt attempt, String variable, float value, Save save) {
    if (value != 0 && value != 1) {
      return "an attempt is applied once or not at all";
    }
    Map.Entry<Long, Map<String, float[]>> restore = restores.floorEntry(save.epoch);
    if (restore == null) {
      return "nothing was restored or initialized in an epoch that early";
    }
    if (attempt.epoch < restore.getKey()) {
      float[] restored = restore.getValue().get(variable);
      float expected = restored == null ? 0 : restored[attempt.id];
      if (value != expected) {
        return expected == 0
            ? "it is of an earlier epoch, and not in the checkpoint that was restored"
            : "it is in the checkpoint that was restored, and was undone";
      }
    } else if (attempt.epoch > save.epoch && value != 0) {
      return "it is of a later epoch";
    } else if (attempt.epoch <= save.epoch && attempt.acknowledged < save.begin && value != 1) {
      return "it was acknowledged, and never undone";
    }
    return null;
  }
}
