package dev.weir.ops.lookup;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ResourceKind;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Values by keys. A table that is not mutable is filled once. Keys are single elements; values have
 * a shape of their own. Thread-safe; every operation is atomic.
 */
public final class LookupTable {
  /** The kind of resource it is. */
  public static final ResourceKind KIND = new ResourceKind("LookupTable", LookupTable.class);

  /**
   * What a table holds.
   *
   * @param valueShape the shape of a value
   * @param isMutable whether it can be changed at any time
   */
  record Spec(DType key, DType value, Shape valueShape, boolean isMutable) {}

  private final String name;
  private final Spec spec;
  private TableEntries entries;
  private boolean initialized;

  LookupTable(String name, Spec spec) {
    this.name = name;
    this.spec = spec;
    this.entries = new TableEntries(spec);
    this.initialized = spec.isMutable();
  }

  Spec spec() {
    return spec;
  }

  /** How many keys there are. */
  synchronized long size() {
    return entries.size();
  }

  private void requireInitialized() {
    if (!initialized) {
      throw WeirException.failedPrecondition("Table not initialized: %s", name);
    }
  }

  private void requireMutable(String doing) {
    if (!spec.isMutable()) {
      throw WeirException.unimplemented(
          "table %s is filled once: it does not support %s", name, doing);
    }
  }

  /** Refuses keys of another type. */
  void requireKeys(DType dtype) {
    if (dtype != spec.key()) {
      throw WeirException.invalidArgument(
          "the keys of table %s are %s, not %s", name, spec.key(), dtype);
    }
  }

  /** Refuses keys or values of other types. */
  void requireTypes(DType key, DType value) {
    requireKeys(key);
    if (value != spec.value()) {
      throw WeirException.invalidArgument(
          "the values of table %s are %s, not %s", name, spec.value(), value);
    }
  }

  /** Refuses values that are not one for each key. */
  private void requireValues(Tensor keys, Tensor values) {
    Shape expected = keys.shape().concat(spec.valueShape());
    if (!expected.equals(values.shape())) {
      throw WeirException.invalidArgument(
          "values must have the shape of keys and then that of a value: expected %s, got %s",
          expected, values.shape());
    }
  }

  /** Sets {@code out} to the values of keys; where there is none, to the default or its part. */
  synchronized void find(KernelContext context, Tensor keys, Tensor fallback, Tensor out) {
    requireInitialized();
    boolean isPerKey = !fallback.shape().equals(spec.valueShape());
    if (isPerKey && !fallback.shape().equals(out.shape())) {
      throw WeirException.invalidArgument(
          "the default must be one value, %s, or one for each key, %s: it is %s",
          spec.valueShape(), out.shape(), fallback.shape());
    }
    entries.find(context, keys, fallback, isPerKey, out);
  }

  /** Sets the values of keys, new or not. */
  synchronized void insert(Tensor keys, Tensor values) {
    requireMutable("insertion");
    requireValues(keys, values);
    put(keys, values);
  }

  private void put(Tensor keys, Tensor values) {
    for (long i = 0; i < keys.elements(); i++) {
      entries.put(keys, i, values, i);
    }
  }

  /** Forgets keys, if they are there. */
  synchronized void remove(Tensor keys) {
    requireMutable("removal");
    for (long i = 0; i < keys.elements(); i++) {
      entries.remove(keys, i);
    }
    if (entries.isSparse()) {
      entries = entries.compacted();
    }
  }

  /** Replaces everything; fills a table that is filled once. */
  synchronized void replaceAll(Tensor keys, Tensor values) {
    if (!spec.isMutable()) {
      initialize(keys, values);
      return;
    }
    requireValues(keys, values);
    entries = new TableEntries(spec);
    put(keys, values);
  }

  /** Fills a table that is filled once; doing so again with the same does nothing. */
  synchronized void initialize(Tensor keys, Tensor values) {
    if (spec.isMutable()) {
      throw WeirException.invalidArgument("table %s is mutable: insert into it instead", name);
    }
    requireValues(keys, values);
    if (initialized && entries.isMadeOf(keys, values)) {
      return;
    }
    TableEntries filled = new TableEntries(spec);
    for (long i = 0; i < keys.elements(); i++) {
      int before = filled.putIfAbsent(keys, values, i);
      if (before != KeyIndex.MISSING && !filled.hasValue(before, values, i)) {
        TableRows other = new TableRows(spec.value(), spec.valueShape());
        other.set(0, values, i);
        throw WeirException.failedPrecondition(
            "table %s has different values for the key %s: %s and %s",
            name, filled.key(before), filled.value(before), other.get(0));
      }
    }
    if (initialized && !entries.isEqual(filled)) {
      throw WeirException.failedPrecondition(
          "Table %s was already initialized with different data", name);
    }
    entries = filled;
    initialized = true;
  }

  /** Gives all keys as output 0 and their values as output 1. */
  synchronized void export(KernelContext context) {
    requireInitialized();
    Shape count = Shape.of(entries.size());
    Tensor keys = context.allocate(0, count);
    Tensor values = context.allocate(1, count.concat(spec.valueShape()));
    entries.copyTo(keys, values);
  }
}
