package dev.weir.ops.lookup;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** The keys of a table with their values, in the order in which the keys came. */
final class TableEntries {
  /** The fewest keys to look up that are worth another core. */
  private static final long GRAIN = 4096;

  private final LookupTable.Spec spec;
  private final KeyIndex index;
  private final TableRows keys;
  private final TableRows values;

  TableEntries(LookupTable.Spec spec) {
    this.spec = spec;
    this.index = KeyIndex.of(spec.key());
    this.keys = new TableRows(spec.key(), Shape.scalar());
    this.values = new TableRows(spec.value(), spec.valueShape());
  }

  int size() {
    return index.size();
  }

  /** Whether so many keys were removed that {@link #compacted} pays. */
  boolean isSparse() {
    return index.size() < index.numbers() / 2;
  }

  /** Entries of the keys that are left. */
  TableEntries compacted() {
    TableEntries compacted = new TableEntries(spec);
    for (int number = 0; number < index.numbers(); number++) {
      if (!index.isRemoved(number)) {
        compacted.put(keys.get(number), 0, values.get(number), 0);
      }
    }
    return compacted;
  }

  /** Sets the value of a key to a row of {@code from}. */
  void put(Tensor wanted, long i, Tensor from, long row) {
    int before = index.numbers();
    int number = index.add(wanted, i);
    if (number == before) {
      keys.set(number, wanted, i);
    }
    values.set(number, from, row);
  }

  /** Adds a key with row {@code i} of values; if it is there, returns its number instead of -1. */
  int putIfAbsent(Tensor wanted, Tensor from, long i) {
    int before = index.numbers();
    int number = index.add(wanted, i);
    if (number < before) {
      return number;
    }
    keys.set(number, wanted, i);
    values.set(number, from, i);
    return KeyIndex.MISSING;
  }

  void remove(Tensor wanted, long i) {
    index.remove(wanted, i);
  }

  /** Sets rows of {@code out} to the values of keys, or to the fallback or its row. */
  void find(KernelContext context, Tensor wanted, Tensor fallback, boolean isPerKey, Tensor out) {
    long rowSize = spec.valueShape().elements();
    context
        .parallel()
        .forRange(
            wanted.elements(),
            Math.max(1, GRAIN / Math.max(1, rowSize)),
            (from, to) -> {
              for (long i = from; i < to; i++) {
                int number = index.find(wanted, i);
                if (number == KeyIndex.MISSING) {
                  out.copyFrom(fallback, isPerKey ? i * rowSize : 0, i * rowSize, rowSize);
                } else {
                  values.copyTo(number, out, i);
                }
              }
            });
  }

  /** Whether these are the entries made of keys and values, in this order and no others. */
  boolean isMadeOf(Tensor wanted, Tensor from) {
    if (wanted.elements() != index.numbers()) {
      return false;
    }
    for (int i = 0; i < index.numbers(); i++) {
      if (index.find(wanted, i) != i || !values.isEqual(i, from, i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the keys are equal, in any order, and their values. */
  boolean isEqual(TableEntries other) {
    if (size() != other.size()) {
      return false;
    }
    for (int number = 0; number < index.numbers(); number++) {
      int place = other.index.find(keys.get(number), 0);
      if (place == KeyIndex.MISSING || !values.isEqual(number, other.values.get(place), 0)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the value of a number is row {@code i} of values. */
  boolean hasValue(int number, Tensor from, long i) {
    return values.isEqual(number, from, i);
  }

  Tensor key(int number) {
    return keys.get(number);
  }

  Tensor value(int number) {
    return values.get(number);
  }

  /** Copies all to tensors of as many keys and values. */
  void copyTo(Tensor allKeys, Tensor allValues) {
    if (index.size() == index.numbers()) {
      keys.copyAllTo(allKeys);
      values.copyAllTo(allValues);
      return;
    }
    long row = 0;
    for (int number = 0; number < index.numbers(); number++) {
      if (!index.isRemoved(number)) {
        keys.copyTo(number, allKeys, row);
        values.copyTo(number, allValues, row++);
      }
    }
  }
}
