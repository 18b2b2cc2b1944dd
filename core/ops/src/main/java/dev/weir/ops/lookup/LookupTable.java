package dev.weir.ops.lookup;

import static java.util.Objects.requireNonNull;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.Keys;
import dev.weir.ops.support.ResourceKind;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.TensorDifference;
import java.util.LinkedHashMap;
import java.util.Map;

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

  private record Entry(Tensor key, Tensor value) {}

  private final String name;
  private final Spec spec;
  private Map<Object, Entry> entries = new LinkedHashMap<>();
  private boolean initialized;

  LookupTable(String name, Spec spec) {
    this.name = name;
    this.spec = spec;
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
  synchronized void find(Tensor keys, Tensor fallback, Tensor out) {
    requireInitialized();
    boolean isPerKey = !fallback.shape().equals(spec.valueShape());
    if (isPerKey && !fallback.shape().equals(out.shape())) {
      throw WeirException.invalidArgument(
          "the default must be one value, %s, or one for each key, %s: it is %s",
          spec.valueShape(), out.shape(), fallback.shape());
    }
    long size = spec.valueShape().elements();
    for (long i = 0; i < keys.elements(); i++) {
      Entry entry = entries.get(Keys.of(keys, i));
      if (entry == null) {
        out.copyFrom(fallback, isPerKey ? i * size : 0, i * size, size);
      } else {
        out.copyFrom(entry.value(), 0, i * size, size);
      }
    }
  }

  /** Sets the values of keys, new or not. */
  synchronized void insert(Tensor keys, Tensor values) {
    requireMutable("insertion");
    requireValues(keys, values);
    put(entries, keys, values);
  }

  /** Forgets keys, if they are there. */
  synchronized void remove(Tensor keys) {
    requireMutable("removal");
    for (long i = 0; i < keys.elements(); i++) {
      entries.remove(Keys.of(keys, i));
    }
  }

  /** Replaces everything; fills a table that is filled once. */
  synchronized void replaceAll(Tensor keys, Tensor values) {
    if (!spec.isMutable()) {
      initialize(keys, values);
      return;
    }
    requireValues(keys, values);
    entries = new LinkedHashMap<>();
    put(entries, keys, values);
  }

  /** Fills a table that is filled once; doing so again with the same does nothing. */
  synchronized void initialize(Tensor keys, Tensor values) {
    if (spec.isMutable()) {
      throw WeirException.invalidArgument("table %s is mutable: insert into it instead", name);
    }
    requireValues(keys, values);
    Map<Object, Entry> filled = new LinkedHashMap<>();
    for (long i = 0; i < keys.elements(); i++) {
      Entry entry = entry(keys, values, i);
      Entry before = filled.putIfAbsent(Keys.of(keys, i), entry);
      if (before != null && !isEqual(before, entry)) {
        throw WeirException.failedPrecondition(
            "table %s has different values for the key %s: %s and %s",
            name, entry.key(), before.value(), entry.value());
      }
    }
    if (initialized && !isEqual(entries, filled)) {
      throw WeirException.failedPrecondition(
          "Table %s was already initialized with different data", name);
    }
    entries = filled;
    initialized = true;
  }

  private static boolean isEqual(Map<Object, Entry> a, Map<Object, Entry> b) {
    return a.keySet().equals(b.keySet())
        && a.entrySet().stream()
            .allMatch(each -> isEqual(each.getValue(), requireNonNull(b.get(each.getKey()))));
  }

  private static boolean isEqual(Entry a, Entry b) {
    return TensorDifference.first(a.value(), b.value()).isEmpty();
  }

  private void put(Map<Object, Entry> target, Tensor keys, Tensor values) {
    for (long i = 0; i < keys.elements(); i++) {
      target.put(Keys.of(keys, i), entry(keys, values, i));
    }
  }

  private Entry entry(Tensor keys, Tensor values, long i) {
    Tensor key = Tensor.allocate(spec.key(), Shape.scalar());
    key.copyFrom(keys, i, 0, 1);
    Tensor value = Tensor.allocate(spec.value(), spec.valueShape());
    value.copyFrom(values, i * value.elements(), 0, value.elements());
    return new Entry(key.freeze(), value.freeze());
  }

  /** Gives all keys as output 0 and their values as output 1. */
  synchronized void export(KernelContext context) {
    requireInitialized();
    Shape count = Shape.of(entries.size());
    Tensor keys = context.allocate(0, count);
    Tensor values = context.allocate(1, count.concat(spec.valueShape()));
    long size = spec.valueShape().elements();
    long i = 0;
    for (Entry entry : entries.values()) {
      keys.copyFrom(entry.key(), 0, i, 1);
      values.copyFrom(entry.value(), 0, i++ * size, size);
    }
  }
}
