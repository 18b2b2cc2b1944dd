package dev.weir.cli.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A fault of one task.
 *
 * @param isLong whether it outlasts every detector: the limits for silence and the election
 */
record ChaosFault(Kind kind, String task, boolean isLong) {
  /** What is done to a task. */
  enum Kind {
    KILL,
    STOP,
    CUT,
    SWALLOW,
    ONE_WAY,
    FULL_DISK
  }

  /**
   * Every fault of every task once, in random order: short ones that may pass unnoticed, and long
   * ones that lead to silence, to the election of another chief and to the fencing of the old one.
   *
   * @param survivor the task that is not killed
   */
  static List<ChaosFault> deck(List<String> tasks, String survivor, Random random) {
    List<ChaosFault> deck = new ArrayList<>();
    for (String task : tasks) {
      for (Kind kind : Kind.values()) {
        switch (kind) {
          case KILL -> {
            if (!task.equals(survivor)) {
              deck.add(new ChaosFault(kind, task, false));
              deck.add(new ChaosFault(kind, task, false));
            }
          }
          case STOP, SWALLOW, ONE_WAY -> {
            deck.add(new ChaosFault(kind, task, false));
            deck.add(new ChaosFault(kind, task, true));
          }
          case CUT, FULL_DISK -> deck.add(new ChaosFault(kind, task, false));
        }
      }
    }
    Collections.shuffle(deck, random);
    return deck;
  }
}
