package dev.weir.json;

import dev.weir.error.WeirException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON into maps, lists, strings, {@link BigDecimal}s, booleans and null. Nesting is bounded,
 * so that hostile text cannot exhaust the stack.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 300;
  private static final int MAX_NUMBER_LENGTH = 400;

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /** The value of a whole text. */
  public static @Nullable Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.error("something follows the value");
    }
    return value;
  }

  private @Nullable Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw error("nested more than " + MAX_DEPTH + " deep");
    }
    skipSpace();
    if (at == text.length()) {
      throw error("a value is missing");
    }
    return switch (text.charAt(at)) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    at++;
    skipSpace();
    if (accept('}')) {
      return members;
    }
    do {
      skipSpace();
      if (at == text.length() || text.charAt(at) != '"') {
        throw error("a name in quotes is missing");
      }
      String name = string();
      expect(':');
      if (members.containsKey(name)) {
        throw error("\"" + name + "\" is there twice");
      }
      members.put(name, value(depth + 1));
    } while (accept(','));
    expect('}');
    return members;
  }

  private List<@Nullable Object> array(int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    if (accept(']')) {
      return elements;
    }
    do {
      elements.add(value(depth + 1));
    } while (accept(','));
    expect(']');
    return elements;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return string.toString();
      }
      if (c < ' ') {
        throw error("a control character must be escaped");
      }
      string.append(c == '\\' ? escaped() : c);
    }
    throw error("a string is not closed");
  }

  private char escaped() {
    at++;
    char c = at < text.length() ? text.charAt(at) : ' ';
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw error("no such escape: \\" + c);
    };
  }

  private char unicode() {
    if (at + 4 >= text.length()) {
      throw error("\\u needs four hexadecimal digits");
    }
    try {
      char c = (char) Integer.parseInt(text, at + 1, at + 5, 16);
      at += 4;
      return c;
    } catch (NumberFormatException e) {
      throw error("\\u needs four hexadecimal digits");
    }
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw error("no such value");
    }
    at += word.length();
    return value;
  }

  private BigDecimal number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    boolean valid = digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,5})?");
    if (!valid || digits.length() > MAX_NUMBER_LENGTH) {
      at = start;
      throw error("a value is missing, or a number is not one");
    }
    return new BigDecimal(digits);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean accept(char c) {
    skipSpace();
    if (at == text.length() || text.charAt(at) != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw error("'" + c + "' is missing");
    }
  }

  private WeirException error(String what) {
    int from = Math.max(0, at - 10);
    String near = text.substring(from, Math.min(text.length(), at + 10));
    return WeirException.invalidArgument(
        "this is not JSON: %s at character %d, near %s", what, at + 1, near);
  }
}
