package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import java.util.function.UnaryOperator;

/**
 * Replaces what a pattern matches, everywhere or once, by a rewrite with {@code \\1} … for its
 * groups; both are fixed.
 */
final class StaticRegexReplace extends StringMap {
  StaticRegexReplace() {
    super(
        "StaticRegexReplace(input: string) -> (output: string) pattern:string; rewrite:string;"
            + " replace_global:bool=true;");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    return new RegexReplacement(
            attrs.string("pattern"), attrs.string("rewrite"), attrs.bool("replace_global"))
        ::replace;
  }
}
