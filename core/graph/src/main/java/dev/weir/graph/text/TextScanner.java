package dev.weir.graph.text;

import dev.weir.error.WeirException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Takes text apart into words, strings and signs; skips space and comments. */
final class TextScanner {
  private static final String IN_WORDS = "_.-/>+";
  private static final int MAX_QUOTED = 40;

  private final String text;
  private int at;

  TextScanner(String text) {
    this.text = text;
  }

  /** Whether text can be written without quotes. */
  static boolean isWord(String text) {
    return !text.isEmpty() && text.chars().allMatch(TextScanner::isInWord);
  }

  private static boolean isInWord(int c) {
    return c < 128 && (Character.isLetterOrDigit(c) || IN_WORDS.indexOf(c) >= 0);
  }

  boolean atEnd() {
    skip();
    return at == text.length();
  }

  /** The next character, not taken; 0 at the end. */
  char peek() {
    return atEnd() ? 0 : text.charAt(at);
  }

  /** Whether this comes next. If so, it is taken. */
  boolean accept(String sign) {
    skip();
    if (!text.startsWith(sign, at)) {
      return false;
    }
    at += sign.length();
    return true;
  }

  /** Whether this word comes next. If so, it is taken. */
  boolean acceptWord(String word) {
    skip();
    int end = at + word.length();
    boolean next =
        text.startsWith(word, at) && (end == text.length() || !isInWord(text.charAt(end)));
    at = next ? end : at;
    return next;
  }

  void expect(String sign) {
    if (!accept(sign)) {
      throw error("\"" + sign + "\" is missing");
    }
  }

  /** Takes a comma, unless the end comes next. */
  void separator(String end) {
    if (!accept(",") && peek() != end.charAt(0)) {
      throw error("\",\" or \"" + end + "\" is missing");
    }
  }

  /** A place to come back to. */
  int mark() {
    return at;
  }

  /** Goes back to a place. */
  void reset(int mark) {
    at = mark;
  }

  /** The number of an output. */
  int index() {
    String word = word("the number of an output");
    boolean isNumber = word.length() < 10 && word.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber) {
      throw error("\"" + word + "\" is not the number of an output");
    }
    return Integer.parseInt(word);
  }

  /** A word, such as a name or a number. */
  String word(String what) {
    String word = wordOrNull();
    if (word == null) {
      throw error(what + " is missing");
    }
    return word;
  }

  @Nullable String wordOrNull() {
    skip();
    int start = at;
    while (at < text.length() && isInWord(text.charAt(at))) {
      at++;
    }
    return at == start ? null : text.substring(start, at);
  }

  /** A word, or any text in quotes. */
  String wordOrQuoted(String what) {
    return peek() == '"' ? new String(quoted(), StandardCharsets.UTF_8) : word(what);
  }

  /** The bytes of a string in quotes. */
  byte[] quoted() {
    expect("\"");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StringBuilder plain = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        bytes.writeBytes(plain.toString().getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
      } else if (c == '\\' && at < text.length()) {
        char escape = text.charAt(at++);
        if (escape == 'x') {
          bytes.writeBytes(plain.toString().getBytes(StandardCharsets.UTF_8));
          plain.setLength(0);
          bytes.write(hexByte());
        } else {
          plain.append(unescaped(escape));
        }
      } else {
        plain.append(c);
      }
    }
    throw error("a string is not closed");
  }

  private char unescaped(char escape) {
    return switch (escape) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case '"', '\\' -> escape;
      default -> throw error("\\" + escape + " has no meaning; known are \\n \\t \\\" \\\\ \\x00");
    };
  }

  private int hexByte() {
    int high = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
    int low = at + 1 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    if (high < 0 || low < 0) {
      throw error("\\x needs two digits");
    }
    at += 2;
    return high * 16 + low;
  }

  private void skip() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else {
        return;
      }
    }
  }

  /** The place of a mark: {@code line 3, column 14}. */
  String where(int mark) {
    int line = 1;
    int start = 0;
    for (int i = text.indexOf('\n'); i >= 0 && i < mark; i = text.indexOf('\n', i + 1)) {
      line++;
      start = i + 1;
    }
    return "line " + line + ", column " + (mark - start + 1);
  }

  WeirException error(String what) {
    int end = text.indexOf('\n', at);
    String rest = text.substring(at, end < 0 ? text.length() : end);
    String near =
        rest.isBlank()
            ? ""
            : " before " + rest.strip().substring(0, Math.min(MAX_QUOTED, rest.strip().length()));
    return WeirException.invalidArgument("%s: %s%s", where(at), what, near);
  }
}
