package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import java.nio.charset.Charset;
import java.util.function.UnaryOperator;

/**
 * Every string in another encoding. Bytes that are no characters are refused, replaced or left out.
 */
final class UnicodeTranscode extends StringMap {
  UnicodeTranscode() {
    super(
        "UnicodeTranscode(input: string) -> (output: string) input_encoding:string;"
            + " output_encoding:string in [\"UTF-8\", \"UTF-16-BE\", \"UTF-32-BE\"];"
            + " errors:string=\"replace\" in [\"strict\", \"replace\", \"ignore\"];"
            + " replacement_char:int=65533; replace_control_characters:bool=false;");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    CodePoints reader = new CodePoints(attrs.string("input_encoding"));
    Charset output = CodePoints.charset(attrs.string("output_encoding"));
    UnicodeErrors errors = UnicodeErrors.of(attrs);
    return bytes -> transcode(bytes, reader, output, errors);
  }

  private static byte[] transcode(
      byte[] bytes, CodePoints reader, Charset output, UnicodeErrors errors) {
    StringBuilder text = new StringBuilder();
    reader.forEach(
        bytes,
        (codePoint, length, isMalformed) -> {
          boolean isReplaced = errors.concerns(codePoint, isMalformed);
          if (isReplaced && errors.isStrict()) {
            throw UnicodeErrors.refusal(bytes);
          }
          if (!isReplaced || !errors.isIgnored()) {
            text.appendCodePoint(isReplaced ? errors.replacement() : codePoint);
          }
        });
    return text.toString().getBytes(output);
  }
}
