package dev.weir.ops.lookup;

import dev.weir.ops.support.Keys;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the keys of a table are: numbers from 0 on, in the order in which the keys came. A hash
 * table with open addressing; keys are compared as elements of their tensors are. Readers need no
 * lock as long as nothing is changed.
 */
final class KeyIndex {
  /** What stands for a key that is not there. */
  static final int MISSING = -1;

  private static final int SMALLEST = 16;

  private final Kind kind;
  private int[] places = new int[SMALLEST]; // the number of a key and 1, or 0
  private int[] hashes = new int[SMALLEST / 2];
  private final BitSet removed = new BitSet();
  private int size;

  private KeyIndex(Kind kind) {
    this.kind = kind;
  }

  /** An empty index of keys of a type. */
  static KeyIndex of(DType dtype) {
    if (dtype == DType.STRING) {
      return new KeyIndex(new Texts());
    }
    boolean isWhole = dtype.isInteger() || dtype == DType.BOOL || dtype.isQuantized();
    return new KeyIndex(isWhole ? new Integers() : new Others());
  }

  /** How many numbers there are, those of removed keys among them. */
  int numbers() {
    return size;
  }

  /** How many keys there are. */
  int size() {
    return size - removed.cardinality();
  }

  /** Whether the key of a number was removed. */
  boolean isRemoved(int number) {
    return removed.get(number);
  }

  /** Removes a key, if it is there; its number is not given to another. */
  void remove(Tensor keys, long i) {
    int number = find(keys, i);
    if (number != MISSING) {
      removed.set(number);
    }
  }

  /** The number of a key; {@link #MISSING} if it is not there. */
  int find(Tensor keys, long i) {
    int hash = kind.hash(keys, i);
    int mask = places.length - 1;
    for (int at = hash & mask; places[at] != 0; at = (at + 1) & mask) {
      int number = places[at] - 1;
      if (hashes[number] == hash && kind.isEqual(number, keys, i) && !removed.get(number)) {
        return number;
      }
    }
    return MISSING;
  }

  /** The number of a key, which is added if it is not there: then it is the last one. */
  int add(Tensor keys, long i) {
    int found = find(keys, i);
    if (found != MISSING) {
      return found;
    }
    if (size == hashes.length) {
      grow();
    }
    hashes[size] = kind.hash(keys, i);
    kind.store(size, keys, i);
    put(size);
    return size++;
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, 2 * size);
    kind.grow(2 * size);
    places = new int[4 * size];
    for (int number = 0; number < size; number++) {
      put(number);
    }
  }

  private void put(int number) {
    int mask = places.length - 1;
    int at = hashes[number] & mask;
    while (places[at] != 0) {
      at = (at + 1) & mask;
    }
    places[at] = number + 1;
  }

  /** How keys of a type are kept and compared. */
  private abstract static class Kind {
    abstract int hash(Tensor keys, long i);

    abstract boolean isEqual(int number, Tensor keys, long i);

    abstract void store(int number, Tensor keys, long i);

    abstract void grow(int capacity);

    /** Spreads the bits of a hash, of which the low ones choose a place. */
    static int spread(long hash) {
      long product = hash * 0x9E3779B97F4A7C15L;
      return (int) (product >>> 32);
    }
  }

  private static final class Integers extends Kind {
    private long[] stored = new long[SMALLEST / 2];

    @Override
    int hash(Tensor keys, long i) {
      return spread(keys.getLong(i));
    }

    @Override
    boolean isEqual(int number, Tensor keys, long i) {
      return stored[number] == keys.getLong(i);
    }

    @Override
    void store(int number, Tensor keys, long i) {
      stored[number] = keys.getLong(i);
    }

    @Override
    void grow(int capacity) {
      stored = Arrays.copyOf(stored, capacity);
    }
  }

  private static final class Texts extends Kind {
    private byte[][] stored = new byte[SMALLEST / 2][];

    @Override
    int hash(Tensor keys, long i) {
      return spread(Arrays.hashCode(keys.getBytes(i)));
    }

    @Override
    boolean isEqual(int number, Tensor keys, long i) {
      return Arrays.equals(stored[number], keys.getBytes(i));
    }

    @Override
    void store(int number, Tensor keys, long i) {
      stored[number] = keys.getBytes(i);
    }

    @Override
    void grow(int capacity) {
      stored = Arrays.copyOf(stored, capacity);
    }
  }

  /** Real and complex numbers; see {@link Keys}. */
  private static final class Others extends Kind {
    private Object[] stored = new Object[SMALLEST / 2];

    @Override
    int hash(Tensor keys, long i) {
      return spread(Keys.of(keys, i).hashCode());
    }

    @Override
    boolean isEqual(int number, Tensor keys, long i) {
      return stored[number].equals(Keys.of(keys, i));
    }

    @Override
    void store(int number, Tensor keys, long i) {
      stored[number] = Keys.of(keys, i);
    }

    @Override
    void grow(int capacity) {
      stored = Arrays.copyOf(stored, capacity);
    }
  }
}
