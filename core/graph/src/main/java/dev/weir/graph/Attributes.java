package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The attributes of a node by name, with typed access. Immutable. */
public final class Attributes {
  private static final Attributes NONE = new Attributes(Map.of());

  private final Map<String, AttrValue> values;

  private Attributes(Map<String, AttrValue> values) {
    this.values = values;
  }

  /** No attributes. */
  public static Attributes none() {
    return NONE;
  }

  /** These attributes. */
  public static Attributes of(Map<String, AttrValue> values) {
    return values.isEmpty() ? NONE : new Attributes(Map.copyOf(values));
  }

  /** All of them by name, in alphabetical order. */
  public Map<String, AttrValue> asMap() {
    return new TreeMap<>(values);
  }

  /** The value, or null if there is none of this name. */
  public @Nullable AttrValue find(String name) {
    return values.get(name);
  }

  /** Whether there is an attribute of this name. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** These attributes and one more, or one replaced. */
  public Attributes with(String name, AttrValue value) {
    Map<String, AttrValue> changed = new TreeMap<>(values);
    changed.put(name, value);
    return of(changed);
  }

  /** These attributes without one of them. */
  public Attributes without(String name) {
    Map<String, AttrValue> changed = new TreeMap<>(values);
    changed.remove(name);
    return of(changed);
  }

  public boolean bool(String name) {
    return get(name, AttrValue.BoolValue.class).value();
  }

  public long integer(String name) {
    return get(name, AttrValue.IntValue.class).value();
  }

  public float floating(String name) {
    return get(name, AttrValue.FloatValue.class).value();
  }

  public String string(String name) {
    return get(name, AttrValue.StringValue.class).text();
  }

  public byte[] bytes(String name) {
    return get(name, AttrValue.StringValue.class).bytes();
  }

  public DType type(String name) {
    return get(name, AttrValue.TypeValue.class).value();
  }

  public Shape shape(String name) {
    return get(name, AttrValue.ShapeValue.class).value();
  }

  public Tensor tensor(String name) {
    return get(name, AttrValue.TensorValue.class).value();
  }

  public AttrValue.FuncValue function(String name) {
    return get(name, AttrValue.FuncValue.class);
  }

  public List<AttrValue.FuncValue> functions(String name) {
    return list(name, AttrValue.FuncValue.class);
  }

  public List<DType> types(String name) {
    return list(name, AttrValue.TypeValue.class).stream().map(AttrValue.TypeValue::value).toList();
  }

  public List<Shape> shapes(String name) {
    return list(name, AttrValue.ShapeValue.class).stream()
        .map(AttrValue.ShapeValue::value)
        .toList();
  }

  public long[] integers(String name) {
    return list(name, AttrValue.IntValue.class).stream()
        .mapToLong(AttrValue.IntValue::value)
        .toArray();
  }

  public float[] floats(String name) {
    List<AttrValue.FloatValue> list = list(name, AttrValue.FloatValue.class);
    float[] values = new float[list.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = list.get(i).value();
    }
    return values;
  }

  public List<String> strings(String name) {
    return list(name, AttrValue.StringValue.class).stream()
        .map(AttrValue.StringValue::text)
        .toList();
  }

  private <V extends AttrValue> List<V> list(String name, Class<V> kind) {
    return get(name, AttrValue.ListValue.class).values().stream().map(kind::cast).toList();
  }

  private <V extends AttrValue> V get(String name, Class<V> kind) {
    AttrValue value = values.get(name);
    if (value == null) {
      throw WeirException.invalidArgument("attribute \"%s\" is missing", name);
    }
    if (!kind.isInstance(value)) {
      throw WeirException.invalidArgument(
          "attribute \"%s\" is %s, not a %s", name, value, kind.getSimpleName());
    }
    return kind.cast(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attributes that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return asMap().toString();
  }
}
