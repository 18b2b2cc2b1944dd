package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header of a {@code .npy} file, a Python dictionary with exactly three keys: {@code {'descr':
 * '<f4', 'fortran_order': False, 'shape': (3, 4), }}.
 */
record NumpyHeader(String descr, boolean fortranOrder, Shape shape) {
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** What precedes the data, of a length that keeps it aligned. */
  static ByteBuffer encode(String descr, Shape shape) {
    StringBuilder sizes = new StringBuilder();
    for (long size : shape.sizes()) {
      sizes.append(size).append(shape.rank() == 1 ? "," : ", ");
    }
    if (shape.rank() > 1) {
      sizes.setLength(sizes.length() - 2);
    }
    String text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    int prefix = MAGIC.length + 4;
    int length = (prefix + text.length() + 1 + 63) / 64 * 64 - prefix;
    String padded = text + " ".repeat(length - text.length() - 1) + "\n";
    return ByteBuffer.allocate(prefix + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) length)
        .put(padded.getBytes(StandardCharsets.US_ASCII))
        .flip();
  }

  static NumpyHeader parse(String text) {
    return new Parser(text).parse();
  }

  /** Reads the few literals of Python that a header consists of. */
  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    NumpyHeader parse() {
      String descr = null;
      Boolean fortranOrder = null;
      Shape shape = null;
      expect('{');
      while (!accept('}')) {
        String key = string();
        expect(':');
        switch (key) {
          case "descr" -> descr = once(key, descr, descr());
          case "fortran_order" -> fortranOrder = once(key, fortranOrder, bool());
          case "shape" -> shape = once(key, shape, shape());
          default -> throw malformed("the unknown key '" + key + "'");
        }
        if (!accept(',')) {
          expect('}');
          break;
        }
      }
      skipSpace();
      if (at < text.length()) {
        throw malformed("something after the dictionary");
      }
      if (descr == null || fortranOrder == null || shape == null) {
        throw malformed("not all of 'descr', 'fortran_order' and 'shape'");
      }
      return new NumpyHeader(descr, fortranOrder, shape);
    }

    private <T> T once(String key, @Nullable T before, T value) {
      if (before != null) {
        throw malformed("the key '" + key + "' twice");
      }
      return value;
    }

    private String descr() {
      skipSpace();
      if (at < text.length() && text.charAt(at) == '[') {
        throw WeirException.unimplemented(
            "structured arrays of NumPy are not read: %s", text.strip());
      }
      return string();
    }

    private String string() {
      skipSpace();
      char quote = at < text.length() ? text.charAt(at) : ' ';
      int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
      if (end < 0) {
        throw malformed("no string where one belongs");
      }
      String value = text.substring(at + 1, end);
      at = end + 1;
      return value;
    }

    private boolean bool() {
      skipSpace();
      for (String word : new String[] {"True", "False"}) {
        if (text.startsWith(word, at)) {
          at += word.length();
          return word.equals("True");
        }
      }
      throw malformed("neither True nor False where one belongs");
    }

    private Shape shape() {
      List<Long> sizes = new ArrayList<>();
      expect('(');
      while (!accept(')')) {
        sizes.add(number());
        if (!accept(',')) {
          expect(')');
          break;
        }
      }
      return Shape.of(sizes.stream().mapToLong(Long::longValue).toArray());
    }

    private long number() {
      skipSpace();
      int start = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (start == at || at - start > 18) {
        throw malformed("no size where one belongs");
      }
      long value = Long.parseLong(text, start, at, 10);
      if (at < text.length() && text.charAt(at) == 'L') {
        at++; // a long of Python 2
      }
      return value;
    }

    private boolean accept(char c) {
      skipSpace();
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private void expect(char c) {
      if (!accept(c)) {
        throw malformed("no '" + c + "' where one belongs");
      }
    }

    private void skipSpace() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private WeirException malformed(String what) {
      return WeirException.invalidArgument(
          "the header has %s, at character %d of %s",
          what, at, ElementText.quote(text.strip().getBytes(StandardCharsets.UTF_8)));
    }
  }
}
