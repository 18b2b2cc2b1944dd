package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import dev.weir.ops.support.Utf8;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Every string in lower case: the letters of ASCII, or with the encoding {@code utf-8} those of
 * Unicode.
 */
final class StringLower extends StringMap {
  StringLower() {
    super("StringLower(input: string) -> (output: string) encoding:string=\"\";");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    return switch (attrs.string("encoding")) {
      case "" -> bytes -> Ascii.switchCase(bytes, 'A');
      case "utf-8" -> bytes -> Utf8.bytes(Utf8.text(bytes).toLowerCase(Locale.ROOT));
      default ->
          throw WeirException.invalidArgument(
              "encoding must be empty or utf-8, got \"%s\"", attrs.string("encoding"));
    };
  }
}
