package dev.weir.train;

import dev.weir.error.WeirException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Measured values by name: the {@code loss} first, then the metrics in the order in which they were
 * added to the trainer. {@link #toString} is a line to print.
 */
public record Measures(Map<String, Double> values) {
  static final Measures NONE = new Measures(Map.of());

  /** Copies the values in their order. */
  public Measures {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The value with a name; fails if there is none. */
  public double get(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw WeirException.notFound("nothing measures \"%s\"; there is %s", name, values.keySet());
    }
    return value;
  }

  /** Whether nothing was measured. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** {@code loss 0.0712, accuracy 0.9844}. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(each -> String.format(Locale.ROOT, "%s %.4f", each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }
}
