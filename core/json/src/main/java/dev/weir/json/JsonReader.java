package dev.weir.json;

import dev.weir.error.WeirException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON into maps, lists, strings, {@link BigDecimal}s, booleans and null. Negative zero,
 * which {@code BigDecimal} lacks, is the {@link Double} {@code -0.0}. Nesting, numbers and the text
 * as a whole are bounded; names that occur twice in an object, and anything after the value, are
 * refused. A refusal names line and column.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 300;
  private static final int MAX_NUMBER_LENGTH = 400;
  private static final int MAX_EXPONENT = 100_000;
  private static final long MAX_LENGTH = 1L << 30;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxDocumentLength(MAX_LENGTH)
                  .maxStringLength((int) MAX_LENGTH)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** What the parser says of a place, which {@link #refused} says in fewer words. */
  private static final Pattern SOURCE =
      Pattern.compile("(?s) ?\\([^()]*\\[Source: .*\\]\\)| ?\\[Source: .*\\]");

  private final JsonParser parser;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /** The value of a whole text. */
  public static @Nullable Object read(String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonReader reader = new JsonReader(parser);
      Object value = reader.value(parser.nextToken());
      if (parser.nextToken() != null) {
        throw refused("something follows the value", parser.currentTokenLocation());
      }
      return value;
    } catch (JacksonException e) {
      String why = String.valueOf(e.getOriginalMessage());
      throw refused(SOURCE.matcher(why).replaceAll(""), e.getLocation());
    }
  }

  private static WeirException refused(String why, @Nullable TokenStreamLocation where) {
    String place =
        where == null ? "" : " at line " + where.getLineNr() + ", column " + where.getColumnNr();
    return WeirException.invalidArgument("this is not JSON%s: %s", place, why);
  }

  private @Nullable Object value(@Nullable JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null, default -> throw refused("a value is missing", parser.currentLocation());
    };
  }

  /** The depth of calls is that of the text, which the parser bounds. */
  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      members.put(name, value(parser.nextToken()));
    }
    return members;
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(value(token));
    }
    return elements;
  }

  private Number number() {
    BigDecimal number = parser.getDecimalValue();
    if (Math.abs((long) number.scale()) > MAX_EXPONENT) {
      throw refused(
          "the exponent of a number is beyond " + MAX_EXPONENT, parser.currentTokenLocation());
    }
    return number.signum() == 0 && parser.getString().startsWith("-") ? (Number) (-0.0) : number;
  }
}
