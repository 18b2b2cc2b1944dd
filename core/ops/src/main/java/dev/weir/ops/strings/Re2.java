package dev.weir.ops.strings;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Patterns in the syntax of RE2, translated to that of {@link Pattern}. What differs: {@code $} is
 * the very end, {@code .} and {@code \\s} leave out other characters, names of groups and of
 * classes are written otherwise, {@code [} and {@code &} are plain inside a class, and what RE2
 * does not have (looking around, references back, possessive repetition) is refused.
 */
final class Re2 {
  private static final int MAX_REPEAT = 1000;
  private static final Pattern REPEAT = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?\\}");
  private static final Pattern FLAGS = Pattern.compile("\\(\\?([imsU]*)(?:-([imsU]+))?([:)])");
  private static final Pattern NAMED = Pattern.compile("\\(\\?P?<\\w+>");

  /** What letters in {@code (?…)} have switched on. */
  private record Flags(boolean ignoresCase, boolean isMultiline, boolean dotIsAll, boolean isLazy) {
    Flags with(String letters, boolean value) {
      return new Flags(
          letters.indexOf('i') >= 0 ? value : ignoresCase,
          letters.indexOf('m') >= 0 ? value : isMultiline,
          letters.indexOf('s') >= 0 ? value : dotIsAll,
          letters.indexOf('U') >= 0 ? value : isLazy);
    }
  }

  private final String pattern;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Flags> outer = new ArrayDeque<>();
  private Flags flags = new Flags(false, false, false, false);
  private int position;

  private Re2(String pattern) {
    this.pattern = pattern;
  }

  /** Compiles a pattern in RE2's syntax. */
  static Pattern compile(String pattern) {
    try {
      return Pattern.compile(new Re2(pattern).translate());
    } catch (PatternSyntaxException e) {
      throw WeirException.invalidArgument(
          "invalid pattern \"%s\": %s", pattern, e.getDescription());
    }
  }

  /** Runs a search; a pattern that nests too deeply for the stack is refused. */
  static <T> T guarded(Pattern pattern, String text, Supplier<T> search) {
    try {
      return search.get();
    } catch (StackOverflowError e) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "the pattern \""
              + pattern
              + "\" needs too much stack for a string of "
              + text.length()
              + " characters",
          e);
    }
  }

  private String translate() {
    while (position < pattern.length()) {
      int c = pattern.codePointAt(position);
      switch (c) {
        case '\\' -> escape();
        case '[' -> characterClass();
        case '(' -> open();
        case ')' -> close();
        case '^' -> emit(1, flags.isMultiline ? "(?<![^\\n])" : "\\A");
        case '$' -> emit(1, flags.isMultiline ? "(?![^\\n])" : "\\z");
        case '.' -> emit(1, flags.dotIsAll ? "(?s:.)" : "[^\\n]");
        case '*', '+', '?' -> repeat(String.valueOf((char) c));
        case '{' -> brace();
        case '}', ']' -> emit(1, "\\" + (char) c);
        default -> emit(Character.charCount(c), Character.toString(c));
      }
    }
    return out.toString();
  }

  private void emit(int consumed, String text) {
    position += consumed;
    out.append(text);
  }

  private WeirException refusal(String why) {
    return WeirException.invalidArgument(
        "invalid pattern \"%s\": %s at position %d", pattern, why, position);
  }

  private char peek(int offset) {
    int i = position + offset;
    return i < pattern.length() ? pattern.charAt(i) : 0;
  }

  private void repeat(String operator) {
    position += operator.length();
    boolean isLazy = flags.isLazy;
    if (peek(0) == '?') {
      isLazy = !isLazy;
      position++;
    }
    if (peek(0) == '*' || peek(0) == '+' || peek(0) == '?') {
      throw refusal("a repetition of a repetition");
    }
    out.append(operator).append(isLazy ? "?" : "");
  }

  private void brace() {
    Matcher matcher = REPEAT.matcher(pattern).region(position, pattern.length());
    if (!matcher.lookingAt()) {
      emit(1, "\\{");
      return;
    }
    String most = matcher.group(2);
    if (Integer.parseInt(matcher.group(1)) > MAX_REPEAT
        || (most != null && !most.isEmpty() && Integer.parseInt(most) > MAX_REPEAT)) {
      throw refusal("more than " + MAX_REPEAT + " repetitions");
    }
    repeat(matcher.group());
  }

  private void open() {
    if (peek(1) != '?') {
      outer.push(flags);
      emit(1, "(");
      return;
    }
    Matcher named = NAMED.matcher(pattern).region(position, pattern.length());
    if (named.lookingAt()) {
      outer.push(flags);
      emit(named.end() - position, "(");
      return;
    }
    Matcher matcher = FLAGS.matcher(pattern).region(position, pattern.length());
    if (!matcher.lookingAt()) {
      throw refusal("a kind of group that RE2 does not have");
    }
    String off = matcher.group(2);
    Flags changed = flags.with(matcher.group(1), true).with(off == null ? "" : off, false);
    boolean isGroup = matcher.group(3).equals(":");
    if (isGroup) {
      outer.push(flags);
    }
    String caseFlag = changed.ignoresCase ? "(?iu" : "(?-iu";
    emit(matcher.end() - position, caseFlag + (isGroup ? ":" : ")"));
    flags = changed;
  }

  private void close() {
    if (outer.isEmpty()) {
      throw refusal("an unopened group is closed");
    }
    flags = outer.pop();
    emit(1, ")");
  }

  private void escape() {
    char c = peek(1);
    switch (c) {
      case 's' -> emit(2, "[\\t\\n\\f\\r ]");
      case 'Q' -> quote();
      case 'A', 'z', 'b', 'B' -> emit(2, "\\" + c);
      default -> escapeInClass();
    }
  }

  /** Escapes that mean the same inside a class and outside. */
  private void escapeInClass() {
    char c = peek(1);
    switch (c) {
      case 's' -> emit(2, "\\t\\n\\f\\r ");
      case 'S' -> emit(2, "[^\\t\\n\\f\\r ]");
      case 'v' -> emit(2, "\\x0B");
      case 'd', 'D', 'w', 'W', 'n', 't', 'r', 'f', 'a', 'x' -> emit(2, "\\" + c);
      case 'p', 'P' -> property();
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
      default -> {
        if (c == 0 || c >= 128 || Character.isLetterOrDigit(c)) {
          throw refusal("an escape that RE2 does not have");
        }
        emit(2, "\\" + c);
      }
    }
  }

  private void octal() {
    int digits = 1;
    while (digits < 3 && peek(1 + digits) >= '0' && peek(1 + digits) <= '7') {
      digits++;
    }
    if (peek(1) != '0' && digits == 1) {
      throw refusal("a reference back to a group");
    }
    int code = Integer.parseInt(pattern.substring(position + 1, position + 1 + digits), 8);
    emit(1 + digits, String.format(Locale.ROOT, "\\x{%x}", code));
  }

  private void quote() {
    int end = pattern.indexOf("\\E", position + 2);
    String literal = pattern.substring(position + 2, end < 0 ? pattern.length() : end);
    emit((end < 0 ? pattern.length() : end + 2) - position, Pattern.quote(literal));
  }

  /** {@code \\pL}, <code>\\p{Greek}</code>, <code>\\p{^Greek}</code>. */
  private void property() {
    boolean isNegated = peek(1) == 'P';
    int end = peek(2) == '{' ? pattern.indexOf('}', position) : position + 2;
    if (end < 0 || end >= pattern.length()) {
      throw refusal("an unfinished class of characters");
    }
    String name = peek(2) == '{' ? pattern.substring(position + 3, end) : "" + peek(2);
    if (name.startsWith("^")) {
      isNegated = !isNegated;
      name = name.substring(1);
    }
    String prefix = name.length() <= 2 ? "" : "Is";
    emit(end + 1 - position, (isNegated ? "\\P{" : "\\p{") + prefix + name + "}");
  }

  private void characterClass() {
    emit(1, "[");
    if (peek(0) == '^') {
      emit(1, "^");
    }
    boolean isFirst = true;
    while (isFirst || peek(0) != ']') {
      char c = peek(0);
      if (position >= pattern.length()) {
        throw refusal("an unfinished class of characters");
      }
      if (c == '\\') {
        escapeInClass();
      } else if (c == '[' && peek(1) == ':') {
        posixClass();
      } else if (c == '[' || c == '&' || c == ']' || c == '^') {
        emit(1, "\\" + c);
      } else {
        emit(1, String.valueOf(c));
      }
      isFirst = false;
    }
    emit(1, "]");
  }

  /** {@code [:alpha:]}, {@code [:^alpha:]}. */
  private void posixClass() {
    int end = pattern.indexOf(":]", position + 2);
    String name = end < 0 ? "" : pattern.substring(position + 2, end);
    boolean isNegated = name.startsWith("^");
    String plain = isNegated ? name.substring(1) : name;
    String java =
        switch (plain) {
          case "ascii" -> "ASCII";
          case "xdigit" -> "XDigit";
          case "alnum",
              "alpha",
              "blank",
              "cntrl",
              "digit",
              "graph",
              "lower",
              "print",
              "punct",
              "space",
              "upper" ->
              plain.substring(0, 1).toUpperCase(Locale.ROOT) + plain.substring(1);
          case "word" -> "";
          default -> throw refusal("an unknown class of characters");
        };
    int consumed = end + 2 - position;
    if (java.isEmpty()) {
      emit(consumed, isNegated ? "\\W" : "\\w");
    } else {
      emit(consumed, (isNegated ? "\\P{" : "\\p{") + java + "}");
    }
  }
}
