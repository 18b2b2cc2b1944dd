package dev.weir.json;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.MinimalPrettyPrinter;

/** Writes maps, collections, strings, numbers, booleans and null as JSON, on one line. */
public final class JsonWriter {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();
  private static final ObjectWriteContext ON_ONE_LINE =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new Spaced();
        }

        @Override
        public boolean hasPrettyPrinter() {
          return true;
        }
      };

  private final JsonGenerator out;

  private JsonWriter(JsonGenerator out) {
    this.out = out;
  }

  /** The JSON of a value. Numbers that JSON lacks are written as strings. */
  public static String write(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(ON_ONE_LINE, text)) {
      new JsonWriter(generator).value(value);
    }
    return text.toString();
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> object(map);
      case Collection<?> collection -> array(collection);
      case Float number -> out.writeNumber(number); // "NaN" and "Infinity" in quotes
      case Double number -> out.writeNumber(number);
      case BigDecimal number -> out.writeNumber(number);
      case BigInteger number -> out.writeNumber(number);
      case Number number -> out.writeNumber(number.longValue());
      case Boolean bool -> out.writeBoolean(bool);
      default -> out.writeString(paired(value.toString()));
    }
  }

  private void object(Map<?, ?> map) {
    out.writeStartObject();
    map.forEach(
        (name, member) -> {
          out.writeName(paired(String.valueOf(name)));
          value(member);
        });
    out.writeEndObject();
  }

  private void array(Collection<?> collection) {
    out.writeStartArray();
    collection.forEach(this::value);
    out.writeEndArray();
  }

  /** Half of a pair of surrogates is no character, and no encoding has it. */
  private static String paired(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints()
            .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '\uFFFD' : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
      }
    }
    return text;
  }

  /** A space after each colon and comma. */
  private static final class Spaced extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeObjectNameValueSeparator(JsonGenerator generator) {
      generator.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator generator) {
      generator.writeRaw(", ");
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator generator) {
      generator.writeRaw(", ");
    }
  }
}
