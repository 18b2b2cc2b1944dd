package dev.weir.ops.strings;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often the counted repetitions of a pattern in RE2's syntax repeat something at most, one
 * inside the other: 6 for <code>(a{2}){3}</code>. A pattern is unrolled so many times when it is
 * compiled, which RE2 limits and RE2/J does not.
 */
final class Repetitions {
  /** Of what is valid everywhere: a bounded number of digits. */
  private static final Pattern COUNT = Pattern.compile("\\{(\\d{1,4})(?:,(\\d{0,4}))?\\}");

  private static final long ENOUGH = 1L << 40;

  private final String pattern;
  private final Deque<Long> outer = new ArrayDeque<>();
  private long inGroup = 1;
  private long last = 1;
  private int position;

  private Repetitions(String pattern) {
    this.pattern = pattern;
  }

  /** The largest product of counts; of a pattern that is not valid, some number. */
  static long in(String pattern) {
    return new Repetitions(pattern).most();
  }

  private long most() {
    long most = 1;
    while (position < pattern.length()) {
      switch (pattern.charAt(position)) {
        case '\\' -> escape();
        case '[' -> characterClass();
        case '(' -> {
          outer.push(inGroup);
          inGroup = 1;
          last = 1;
          position++;
        }
        case ')' -> {
          last = inGroup;
          inGroup = Math.max(last, outer.isEmpty() ? 1 : outer.pop());
          position++;
        }
        case '{' -> repeat();
        case '*', '+', '?' -> position++; // they repeat what is there, without unrolling it
        default -> {
          last = 1;
          position++;
        }
      }
      most = Math.max(most, last);
    }
    return most;
  }

  private void repeat() {
    Matcher count = COUNT.matcher(pattern).region(position, pattern.length());
    if (!count.lookingAt()) {
      last = 1;
      position++;
      return;
    }
    long least = Long.parseLong(count.group(1));
    String upTo = count.group(2);
    long times = upTo == null || upTo.isEmpty() ? least : Math.max(least, Long.parseLong(upTo));
    last = Math.min(last * Math.max(times, 1), ENOUGH);
    inGroup = Math.max(inGroup, last);
    position = count.end();
  }

  private void escape() {
    last = 1;
    if (pattern.startsWith("\\Q", position)) {
      int end = pattern.indexOf("\\E", position);
      position = end < 0 ? pattern.length() : end + 2;
      return;
    }
    int end = pattern.startsWith("{", position + 2) ? pattern.indexOf('}', position) : -1;
    boolean isNamed = "pPx".indexOf(pattern.codePointAt(Math.min(position + 1, last()))) >= 0;
    position = isNamed && end > 0 ? end + 1 : position + 2;
  }

  private int last() {
    return pattern.length() - 1;
  }

  private void characterClass() {
    last = 1;
    position++;
    if (pattern.startsWith("^", position)) {
      position++;
    }
    int start = position;
    while (position < pattern.length() && (position == start || pattern.charAt(position) != ']')) {
      int name = pattern.startsWith("[:", position) ? pattern.indexOf(":]", position) : -1;
      if (name > 0) {
        position = name + 2;
      } else {
        position += pattern.charAt(position) == '\\' ? 2 : 1;
      }
    }
    position++;
  }
}
