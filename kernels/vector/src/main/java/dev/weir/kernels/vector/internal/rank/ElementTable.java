package dev.weir.kernels.vector.internal.rank;

import java.util.Arrays;

/** Different elements as 64 bits, each with its place: a hash table with open addressing. */
final class ElementTable {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int FEWEST_SLOTS = 64;

  /** Where each element occurs first. */
  private int[] firsts = new int[FEWEST_SLOTS];

  private int size;

  private long[] keys = new long[FEWEST_SLOTS];

  /** By slot: one more than the place, or 0 if the slot is empty. */
  private int[] places = new int[FEWEST_SLOTS];

  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FEWEST_SLOTS);

  int size() {
    return size;
  }

  /** Where the element at {@code place} occurs first. */
  int first(int place) {
    return firsts[place];
  }

  /** The place of an element that occurs at {@code position}; a new one if it is the first. */
  int place(long key, int position) {
    int slot = slot(key);
    int place = places[slot];
    if (place == 0) {
      keys[slot] = key;
      places[slot] = size + 1;
      return add(position);
    }
    return place - 1;
  }

  /** A place for an element that is like no other. */
  int add(int position) {
    if (size == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * size);
    }
    firsts[size++] = position;
    if (2 * size > keys.length) {
      grow();
    }
    return size - 1;
  }

  boolean contains(long key) {
    return places[slot(key)] != 0;
  }

  /** The slot that has an element, or is empty for it. */
  private int slot(long key) {
    int slot = (int) (key * GOLDEN >>> shift);
    while (places[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldPlaces = places;
    keys = new long[2 * oldKeys.length];
    places = new int[keys.length];
    shift--;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldPlaces[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        places[slot] = oldPlaces[i];
      }
    }
  }
}
