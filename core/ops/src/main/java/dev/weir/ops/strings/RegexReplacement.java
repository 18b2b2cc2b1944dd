package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces what a pattern matches by a rewrite, in which {@code \\1} to {@code \\9} are its groups.
 */
final class RegexReplacement {
  private final Pattern pattern;
  private final String rewrite;
  private final boolean isGlobal;

  RegexReplacement(String pattern, String rewrite, boolean isGlobal) {
    this.pattern = Re2.compile(pattern);
    this.rewrite = rewrite;
    this.isGlobal = isGlobal;
    checkRewrite();
  }

  private void checkRewrite() {
    int groups = pattern.matcher("").groupCount();
    for (int i = 0; i < rewrite.length(); i++) {
      if (rewrite.charAt(i) != '\\') {
        continue;
      }
      char c = ++i < rewrite.length() ? rewrite.charAt(i) : ' ';
      boolean isGroup = c >= '0' && c <= '9';
      if (c != '\\' && (!isGroup || c - '0' > groups)) {
        throw WeirException.invalidArgument(
            "a \\ in a rewrite must be followed by \\ or the number of one of %d groups: \"%s\"",
            groups, rewrite);
      }
    }
  }

  /** Replaces all matches, or the first. An empty match right after another does not count. */
  byte[] replace(byte[] bytes) {
    String text = Utf8.text(bytes);
    return Utf8.bytes(Re2.guarded(pattern, text, () -> replace(text)));
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
