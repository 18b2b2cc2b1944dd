package dev.weir.bench.harness;

import dev.weir.json.JsonWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes results with six digits a figure: more are noise. */
final class Json {
  private static final MathContext DIGITS = new MathContext(6);

  private Json() {}

  static String write(@Nullable Object value) {
    return JsonWriter.write(rounded(value));
  }

  /** JSON has no word for what is no number. */
  private static @Nullable Object rounded(@Nullable Object value) {
    return switch (value) {
      case Double number when !Double.isFinite(number) -> null;
      case Double number -> new BigDecimal(number).round(DIGITS).stripTrailingZeros();
      case Map<?, ?> map -> {
        Map<@Nullable Object, @Nullable Object> all = new LinkedHashMap<>();
        map.forEach((name, member) -> all.put(name, rounded(member)));
        yield all;
      }
      case null, default -> value;
    };
  }
}
