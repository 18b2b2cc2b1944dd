package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import dev.weir.ops.support.Utf8;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Every string in upper case: the letters of ASCII, or with the encoding {@code utf-8} those of
 * Unicode.
 */
final class StringUpper extends StringMap {
  StringUpper() {
    super("StringUpper(input: string) -> (output: string) encoding:string=\"\";");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    return switch (attrs.string("encoding")) {
      case "" -> bytes -> Ascii.switchCase(bytes, 'a');
      case "utf-8" -> bytes -> Utf8.bytes(Utf8.text(bytes).toUpperCase(Locale.ROOT));
      default ->
          throw WeirException.invalidArgument(
              "encoding must be empty or utf-8, got \"%s\"", attrs.string("encoding"));
    };
  }
}
