package dev.weir.ops.strings;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.weir.ops.support.Utf8;

/**
 * Replaces what a pattern matches by a rewrite, in which {@code \\0} is all of it and {@code \\1}
 * to {@code \\9} are its groups. A rewrite that names a group the pattern does not have replaces
 * nothing. One with a {@code \\} before anything but a digit or another {@code \\} replaces nothing
 * if only the first match is to be replaced; otherwise it ends there.
 */
final class RegexReplacement {
  private final Pattern pattern;
  private final String rewrite;
  private final boolean isGlobal;
  private final boolean replacesNothing;

  RegexReplacement(String pattern, String rewrite, boolean isGlobal) {
    this.pattern = Re2.compile(pattern);
    int valid = validLength(rewrite);
    this.rewrite = rewrite.substring(0, valid);
    this.isGlobal = isGlobal;
    this.replacesNothing =
        highestGroup(rewrite) > this.pattern.groupCount()
            || (!isGlobal && valid < rewrite.length());
  }

  /** How many characters there are before a {@code \\} that means nothing. */
  private static int validLength(String rewrite) {
    for (int i = 0; i < rewrite.length(); i++) {
      if (rewrite.charAt(i) == '\\') {
        char next = i + 1 < rewrite.length() ? rewrite.charAt(i + 1) : ' ';
        if (next != '\\' && !isDigit(next)) {
          return i;
        }
        i++;
      }
    }
    return rewrite.length();
  }

  private static int highestGroup(String rewrite) {
    int highest = 0;
    for (int i = 0; i + 1 < rewrite.length(); i++) {
      if (rewrite.charAt(i) == '\\') {
        char next = rewrite.charAt(++i);
        highest = Math.max(highest, isDigit(next) ? next - '0' : 0);
      }
    }
    return highest;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Replaces all matches, or the first. An empty match right after another does not count. */
  byte[] replace(byte[] bytes) {
    return replacesNothing ? bytes : Utf8.bytes(replace(Utf8.text(bytes)));
  }

  private String replace(String text) {
    Matcher matcher = pattern.matcher(text);
    StringBuilder out = new StringBuilder();
    int position = 0;
    int lastEnd = -1;
    while (position <= text.length() && matcher.find(position)) {
      if (matcher.end() == matcher.start() && matcher.start() == lastEnd) {
        int next = next(text, position);
        out.append(text, position, Math.min(next, text.length()));
        position = next;
        continue;
      }
      out.append(text, position, matcher.start());
      appendRewrite(matcher, out);
      position = matcher.end();
      lastEnd = position;
      if (!isGlobal) {
        break;
      }
    }
    if (position < text.length()) {
      out.append(text, position, text.length());
    }
    return out.toString();
  }

  private static int next(String text, int position) {
    return position < text.length()
        ? position + Character.charCount(text.codePointAt(position))
        : position + 1;
  }

  private void appendRewrite(Matcher matcher, StringBuilder out) {
    for (int i = 0; i < rewrite.length(); i++) {
      char c = rewrite.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char next = rewrite.charAt(++i);
      if (next == '\\') {
        out.append('\\');
      } else {
        String group = matcher.group(next - '0');
        out.append(group == null ? "" : group);
      }
    }
  }
}
