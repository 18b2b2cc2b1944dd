package dev.weir.ops.strings;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often the counted repetitions of a pattern in RE2's syntax repeat something at most, one
 * inside the other: 6 for <code>(a{2}){3}</code>. A pattern is unrolled so many times when it is
 * compiled, which RE2 limits and RE2/J does not; nor does RE2/J limit how deep groups nest, which
 * takes it time that grows with the square of the depth.
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
  private long most = 1;
  private int deepest;

  private Repetitions(String pattern) {
    this.pattern = pattern;
  }

  /** Those of a pattern; if it is not valid, the numbers mean nothing. */
  static Repetitions of(String pattern) {
    Repetitions all = new Repetitions(pattern);
    all.count();
    return all;
  }

  /** The largest product of counts. */
  long most() {
    return most;
  }

  /** How many groups are open at most. */
  int deepest() {
    return deepest;
  }

  private void count() {
    while (position < pattern.length()) {
      switch (pattern.charAt(position)) {
        case '\\' -> escape();
        case '[' -> characterClass();
        case '(' -> {
          outer.push(inGroup);
          deepest = Math.max(deepest, outer.size());
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
