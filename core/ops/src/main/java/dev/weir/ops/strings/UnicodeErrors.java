package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.Utf8;

/**
 * What to do with bytes that are no characters, and with control characters.
 *
 * @param isStrict they are refused
 * @param isIgnored they are left out
 * @param replacement what they become otherwise
 * @param replacesControls whether control characters count
 */
record UnicodeErrors(
    boolean isStrict, boolean isIgnored, int replacement, boolean replacesControls) {
  /** What the attributes say. */
  static UnicodeErrors of(Attributes attrs) {
    long replacement = attrs.integer("replacement_char");
    if (replacement < 0 || replacement > Character.MAX_CODE_POINT) {
      throw WeirException.invalidArgument(
          "replacement_char must be a code point, got %d", replacement);
    }
    return new UnicodeErrors(
        attrs.string("errors").equals("strict"),
        attrs.string("errors").equals("ignore"),
        (int) replacement,
        attrs.has("replace_control_characters") && attrs.bool("replace_control_characters"));
  }

  /** Whether a code point is among those that are replaced. */
  boolean concerns(int codePoint, boolean isMalformed) {
    return isMalformed || (replacesControls && codePoint <= 0x1F);
  }

  /** The refusal of bytes. */
  static WeirException refusal(byte[] bytes) {
    return WeirException.invalidArgument(
        "not well-formed in its encoding: \"%s\"", Utf8.text(bytes));
  }
}
