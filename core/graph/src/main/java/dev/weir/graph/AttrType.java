package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.Locale;

/** The kinds of value an attribute can have; each also as a list. */
public enum AttrType {
  STRING,
  INT,
  FLOAT,
  BOOL,
  TYPE,
  SHAPE,
  TENSOR,
  FUNC;

  /** The name in op signatures: {@code string}, {@code int}, {@code func}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of this name. */
  public static AttrType ofText(String text) {
    for (AttrType type : values()) {
      if (type.text().equals(text)) {
        return type;
      }
    }
    throw WeirException.invalidArgument("no attribute type is called \"%s\"", text);
  }
}
