package dev.weir.kernels.vector.internal.rank;

/**
 * The greatest elements of a row so far: as a list if they are few, otherwise as a heap with the
 * least of them on top. The first of equal elements counts as the greater one.
 */
final class Greatest {
  /** Longer lists take longer than heaps. */
  private static final int FEW = 24;

  final int[] places;
  private final long[] ranks;
  private int size;

  Greatest(int most) {
    places = new int[most];
    ranks = new long[most];
  }

  void clear() {
    size = 0;
  }

  boolean isFull() {
    return size == ranks.length;
  }

  /** The rank that another element must exceed, once there is no room for more. */
  long least() {
    return ranks.length <= FEW ? ranks[ranks.length - 1] : ranks[0];
  }

  /** Takes in an element behind all others so far; one that {@link #least} lets pass. */
  void add(long rank, int place) {
    if (ranks.length <= FEW) {
      insert(rank, place);
    } else if (size < ranks.length) {
      ranks[size] = rank;
      places[size] = place;
      size++;
      if (isFull()) {
        for (int i = size / 2 - 1; i >= 0; i--) {
          sink(i, size, ranks[i], places[i]);
        }
      }
    } else {
      sink(0, size, rank, place);
    }
  }

  /** Orders them by rank, then by place. */
  void sort() {
    if (ranks.length <= FEW) {
      return;
    }
    for (int end = size - 1; end > 0; end--) {
      long rank = ranks[end];
      int place = places[end];
      ranks[end] = ranks[0];
      places[end] = places[0];
      sink(0, end, rank, place);
    }
  }

  /** Moves lesser elements back, dropping the last one if there is no room. */
  private void insert(long rank, int place) {
    int to = isFull() ? size - 1 : size++;
    while (to > 0 && ranks[to - 1] < rank) {
      ranks[to] = ranks[to - 1];
      places[to] = places[to - 1];
      to--;
    }
    ranks[to] = rank;
    places[to] = place;
  }

  /** Puts an element at {@code from}, or where lesser ones make room for it. */
  private void sink(int from, int end, long rank, int place) {
    int at = from;
    while (2 * at + 1 < end) {
      int child = 2 * at + 1;
      if (child + 1 < end
          && isLess(ranks[child + 1], places[child + 1], ranks[child], places[child])) {
        child++;
      }
      if (!isLess(ranks[child], places[child], rank, place)) {
        break;
      }
      ranks[at] = ranks[child];
      places[at] = places[child];
      at = child;
    }
    ranks[at] = rank;
    places[at] = place;
  }

  private static boolean isLess(long rank, int place, long otherRank, int otherPlace) {
    return rank < otherRank || (rank == otherRank && place > otherPlace);
  }
}
