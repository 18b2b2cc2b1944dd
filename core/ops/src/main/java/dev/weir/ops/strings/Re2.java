package dev.weir.ops.strings;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.weir.error.WeirException;

/** Patterns in the syntax of RE2, which are searched for in time that grows with the text alone. */
final class Re2 {
  private static final int MAX_LENGTH = 1 << 20;
  private static final int MAX_REPETITIONS = 1000;
  private static final int MAX_DEPTH = 1000;

  private Re2() {}

  /** Compiles a pattern; refuses one that is not valid or nests too deeply. */
  static Pattern compile(String pattern) {
    if (pattern.length() > MAX_LENGTH) {
      throw WeirException.invalidArgument(
          "invalid pattern of %d characters: it may have %d at most", pattern.length(), MAX_LENGTH);
    }
    Repetitions repetitions = Repetitions.of(pattern);
    if (repetitions.deepest() > MAX_DEPTH) {
      throw WeirException.invalidArgument(
          "invalid pattern of %d characters: its groups nest %d deep; they may %d at most",
          pattern.length(), repetitions.deepest(), MAX_DEPTH);
    }
    if (repetitions.most() > MAX_REPETITIONS) {
      throw WeirException.invalidArgument(
          "invalid pattern \"%s\": it repeats something more than %d times",
          pattern, MAX_REPETITIONS);
    }
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw WeirException.invalidArgument(
          "invalid pattern \"%s\": %s", pattern, e.getDescription());
    } catch (StackOverflowError e) {
      throw WeirException.invalidArgument("invalid pattern \"%s\": it nests too deeply", pattern);
    }
  }
}
