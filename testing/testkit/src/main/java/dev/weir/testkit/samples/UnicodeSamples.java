package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.one;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.SampleParts.text;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Samples of code points and encodings. */
final class UnicodeSamples {
  private UnicodeSamples() {}

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    Values plain = text("", "abc", "wörld", "数据流", "😀\n\u0001");
    Values broken =
        Values.tensor(
            Tensors.ofStrings(
                Shape.of(6),
                new byte[] {'a', (byte) 0xFF, 'b'},
                new byte[] {(byte) 0xC3},
                new byte[] {(byte) 0xE6, (byte) 0x95, 'x'},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                new byte[] {(byte) 0xF0, (byte) 0x9F, (byte) 0x98},
                new byte[] {(byte) 0xC0, (byte) 0x80, (byte) 0x80}));
    all.add(
        sample("UnicodeDecodeWithOffsets", "int32 splits", plain)
            .attr("input_encoding", "UTF-8")
            .types("Tsplits", DType.INT32)
            .unasked()); // it ends TensorFlow's process, as the next sample shows
    all.add(
        sample("UnicodeDecodeWithOffsets", "int32 splits, asked", plain)
            .attr("input_encoding", "UTF-8")
            .types("Tsplits", DType.INT32)
            .deviates("ends the process"));
    for (String op : List.of("UnicodeDecode", "UnicodeDecodeWithOffsets", "UnicodeTranscode")) {
      for (String errors : List.of("replace", "ignore")) {
        all.add(read(op, "text, " + errors, plain, "UTF-8").attr("errors", errors));
        all.add(
            read(op, "controls, " + errors, plain, "UTF-8")
                .attr("errors", errors)
                .attr("replace_control_characters", true));
        all.add(read(op, "broken, " + errors, broken, "UTF-8").attr("errors", errors));
        all.add(
            read(op, "broken by ?, " + errors, broken, "UTF-8")
                .attr("errors", errors)
                .attr("replacement_char", '?'));
      }
      all.add(read(op, "strict", plain, "UTF-8").attr("errors", "strict"));
      all.add(
          read(op, "broken, strict", broken, "UTF-8")
              .attr("errors", "strict")
              .refused("not well-formed"));
      all.add(read(op, "other encodings", bytes(plain, StandardCharsets.UTF_16BE), "UTF-16-BE"));
      all.add(read(op, "wide", bytes(plain, Charset.forName("UTF-32BE")), "UTF-32-BE"));
      all.add(
          read(op, "Latin", bytes(text("äöü", "x"), StandardCharsets.ISO_8859_1), "ISO-8859-1"));
      all.add(read(op, "ASCII", text("abc"), "US-ASCII"));
      all.add(read(op, "of a scalar", one("hé"), "UTF-8"));
      all.add(read(op, "of nothing", text(), "UTF-8"));
      all.add(read(op, "unknown encoding", plain, "nonsense").refused("unknown encoding"));
      all.add(
          read(op, "no replacement", plain, "UTF-8")
              .attr("replacement_char", 0x110000)
              .refused("replacement_char"));
    }
    for (String encoding : List.of("UTF-16-BE", "UTF-32-BE")) {
      all.add(
          read("UnicodeTranscode", "to " + encoding, plain, "UTF-8")
              .attr("output_encoding", encoding));
    }
    encode(all);
    all.add(
        sample(
            "UnicodeScript",
            "several",
            vector('a', ' ', 0xE4, 0x3B1, 0x431, 0x5D0, 0x627, 0x6570, 0x3042, 0x1F600, 0x300)));
    all.add(sample("UnicodeScript", "nowhere", vector(-1, 0x110000, 0xD800, 0x378, 0x10FFFF)));
    all.add(sample("UnicodeScript", "matrix", range(2, 2)));
    all.add(sample("UnicodeScript", "of nothing", empty(0)));
    return all;
  }

  private static OpSample read(String op, String title, Values input, String encoding) {
    OpSample sample = sample(op, title, input).attr("input_encoding", encoding);
    if (op.equals("UnicodeDecodeWithOffsets")) { // TensorFlow dies of offsets with int32 splits
      sample.types("Tsplits", DType.INT64);
    }
    return op.equals("UnicodeTranscode") ? sample.attr("output_encoding", "UTF-8") : sample;
  }

  /** Encodes strings with another charset. */
  private static Values bytes(Values strings, Charset charset) {
    Tensor plain = strings.as(DType.STRING);
    byte[][] encoded = new byte[(int) plain.elements()][];
    for (int i = 0; i < encoded.length; i++) {
      encoded[i] = plain.getString(i).getBytes(charset);
    }
    return Values.tensor(Tensors.ofStrings(plain.shape(), encoded));
  }

  private static void encode(List<OpSample> all) {
    Values points = vector('a', 'b', 0xE4, 0x6570, 0x1F600, 0);
    for (String encoding : List.of("UTF-8", "UTF-16-BE", "UTF-32-BE")) {
      all.add(write("rows", points, vector(0, 2, 2, 5, 6), encoding));
    }
    Values wrong = vector('a', -1, 0x110000, 'b');
    for (String errors : List.of("replace", "ignore")) {
      all.add(write("wrong, " + errors, wrong, vector(0, 4), "UTF-8").attr("errors", errors));
    }
    all.add(write("wrong by ?", wrong, vector(0, 4), "UTF-8").attr("replacement_char", '?'));
    all.add(
        write("wrong, strict", wrong, vector(0, 4), "UTF-8")
            .attr("errors", "strict")
            .refused("not a code point"));
    all.add(write("nothing", empty(0), vector(0), "UTF-8"));
    all.add(
        write("splits that descend", points, vector(0, 4, 2, 6), "UTF-8")
            .refused("splits must ascend"));
    all.add(write("splits too far", points, vector(0, 7), "UTF-8").refused("splits must ascend"));
    all.add(write("values in a matrix", range(1, 2), vector(0, 2), "UTF-8").refused("rank 1"));
  }

  private static OpSample write(String title, Values points, Values splits, String encoding) {
    return sample("UnicodeEncode", title, points, splits).attr("output_encoding", encoding);
  }
}
