package dev.weir.cluster.internal.task;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Remembers the ids of the most recent requests, to detect duplicates. Takes at most 24 bytes a
 * number, and no more once it has seen as many as it keeps. Thread-safe.
 */
public final class RecentRequests {
  private static final int FEWEST = 16;

  private final int kept;

  /** Senders choose the ids and must not be able to predict hash collisions. */
  private final long secret = ThreadLocalRandom.current().nextLong();

  /** The numbers; the oldest is at {@link #next} when there are as many as are kept. */
  private long[] numbers;

  /** A hash table: 1 + a position in {@link #numbers}, or 0. At most half of it is in use. */
  private int[] table;

  private int size;
  private int next;

  /** Remembers the last {@code kept}. */
  public RecentRequests(int kept) {
    this.kept = kept;
    this.numbers = new long[Math.min(kept, FEWEST)];
    this.table = new int[tableSize(numbers.length)];
  }

  private static int tableSize(int count) {
    return Integer.highestOneBit(Math.max(1, 2 * count - 1)) * 2;
  }

  /** Remembers one; whether it is new. */
  public synchronized boolean add(long number) {
    if (table[find(number)] != 0) {
      return false;
    }
    if (size == kept) {
      remove(find(numbers[next]));
    } else {
      if (size == numbers.length) {
        grow();
      }
      size++;
    }
    numbers[next] = number;
    table[find(number)] = next + 1;
    next = next + 1 == kept ? 0 : next + 1;
    return true;
  }

  /** Where a number is in the table, or the free place where it would be. */
  private int find(long number) {
    int at = home(number);
    while (table[at] != 0 && numbers[table[at] - 1] != number) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }

  private int home(long number) {
    long mixed = (number ^ secret) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 32) & table.length - 1;
  }

  /** Frees a place; what was put behind it for want of room moves up. */
  private void remove(int place) {
    int free = place;
    int mask = table.length - 1;
    for (int at = free + 1 & mask; table[at] != 0; at = at + 1 & mask) {
      int home = home(numbers[table[at] - 1]);
      if ((at - home & mask) >= (at - free & mask)) {
        table[free] = table[at];
        free = at;
      }
    }
    table[free] = 0;
  }

  private void grow() {
    numbers = Arrays.copyOf(numbers, (int) Math.min(kept, 2L * numbers.length));
    table = new int[tableSize(numbers.length)];
    for (int i = 0; i < size; i++) {
      table[find(numbers[i])] = i + 1;
    }
  }
}
