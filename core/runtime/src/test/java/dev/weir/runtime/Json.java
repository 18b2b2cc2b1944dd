package dev.weir.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The least of a reader of JSON, strict. Numbers are doubles. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.space();
    if (json.at != text.length()) {
      throw json.wrong("nothing more");
    }
    return value;
  }

  private IllegalArgumentException wrong(String expected) {
    return new IllegalArgumentException("expected " + expected + " at " + at + " of " + text);
  }

  private char next() {
    space();
    if (at == text.length()) {
      throw wrong("more");
    }
    return text.charAt(at);
  }

  private void space() {
    while (at < text.length() && " \n\t\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void take(char c) {
    if (next() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  private Object value() {
    return switch (next()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    take('{');
    for (boolean more = next() != '}'; more; more = isComma()) {
      next();
      String key = string();
      take(':');
      if (object.put(key, value()) != null) {
        throw wrong("another key than " + key);
      }
    }
    take('}');
    return object;
  }

  private List<Object> array() {
    List<Object> array = new ArrayList<>();
    take('[');
    for (boolean more = next() != ']'; more; more = isComma()) {
      array.add(value());
    }
    take(']');
    return array;
  }

  private boolean isComma() {
    boolean comma = next() == ',';
    at += comma ? 1 : 0;
    return comma;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    take('"');
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw wrong("no control character");
      }
      string.append(c == '\\' ? escaped() : c);
    }
    at++;
    return string.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    if (c == 'u') {
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    int which = "\"\\/bfnrt".indexOf(c);
    if (which < 0) {
      throw wrong("an escape");
    }
    return "\"\\/\b\f\n\r\t".charAt(which);
  }

  private Double number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Double.valueOf(text.substring(start, at));
  }
}
