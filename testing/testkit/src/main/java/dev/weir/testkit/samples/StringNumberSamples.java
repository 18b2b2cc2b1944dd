package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.strings;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.one;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.SampleParts.text;

import dev.weir.graph.AttrValue;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.Deflater;

/** Samples of strings that show, hold or hash numbers. */
final class StringNumberSamples {
  private StringNumberSamples() {}

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    formats(all);
    templates(all);
    numbers(all);
    raw(all);
    hashes(all);
    tensors(all);
    return all;
  }

  private static void formats(List<OpSample> all) {
    String op = "AsString";
    Values values = vector(0, 1, -1.5, 3.14159265, 123456789, 1e-7, 2.5, -0.0, 100);
    Values odd = vector(Double.NaN, INFINITY, -INFINITY, -1, 1e30);
    DType[] reals = {
      DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64, DType.COMPLEX64, DType.COMPLEX128
    };
    all.add(sample(op, "as they are", values));
    all.add(
        sample(op, "extremes", vector(Long.MIN_VALUE, Long.MAX_VALUE, -1)).notTypes("T", reals));
    all.add(sample(op, "truth values", bools(Shape.of(2), true, false)).types("T", DType.BOOL));
    all.add(sample(op, "of a scalar", scalar(7)));
    for (DType dtype : List.of(DType.FLOAT16, DType.FLOAT32, DType.FLOAT64, DType.COMPLEX64)) {
      for (int precision : new int[] {-1, 0, 2, 12}) {
        all.add(
            sample(op, "precision " + precision, values)
                .attr("precision", precision)
                .types("T", dtype));
        all.add(
            sample(op, "scientific " + precision, values)
                .attr("precision", precision)
                .attr("scientific", true)
                .types("T", dtype));
        all.add(
            sample(op, "shortest " + precision, values)
                .attr("precision", precision)
                .attr("shortest", true)
                .types("T", dtype));
      }
    }
    all.add(sample(op, "not finite", odd).types("T", DType.FLOAT32, DType.FLOAT64));
    for (String fill : List.of("", " ", "0", "+", "-")) {
      all.add(
          sample(op, "width 9, fill '" + fill + "'", values).attr("width", 9).attr("fill", fill));
      all.add(sample(op, "no width, fill '" + fill + "'", values).attr("fill", fill));
      all.add(
          sample(op, "not finite, fill '" + fill + "'", odd)
              .attr("width", 9)
              .attr("fill", fill)
              .types("T", DType.FLOAT32));
    }
    all.add(
        sample(op, "strings cut", text("abcdef", "a", ""))
            .attr("precision", 3)
            .attr("width", 5)
            .types("T", DType.STRING));
    all.add(
        sample(op, "precision of integers", values)
            .attr("precision", 2)
            .types("T", DType.INT32, DType.UINT8, DType.BOOL)
            .refused("has no precision"));
    all.add(
        sample(op, "scientific integers", values)
            .attr("scientific", true)
            .types("T", DType.INT32, DType.BOOL)
            .refused("no scientific"));
    all.add(
        sample(op, "shortest integers", values)
            .attr("shortest", true)
            .types("T", DType.INT64)
            .refused("no scientific"));
    all.add(
        sample(op, "both forms", values)
            .attr("scientific", true)
            .attr("shortest", true)
            .types("T", DType.FLOAT32)
            .refused("not both"));
    all.add(
        sample(op, "fill with x", values)
            .attr("fill", "x")
            .types("T", DType.FLOAT32)
            .refused("fill must be"));
    all.add(
        sample(op, "fill with two", values)
            .attr("fill", "00")
            .types("T", DType.FLOAT32)
            .refused("fill must be"));
  }

  private static void templates(List<OpSample> all) {
    for (int summarize : new int[] {-1, 1, 2, 3}) {
      all.add(format("a matrix: %s", summarize, DType.FLOAT32, range(7, 2)));
      all.add(format("%s", summarize, DType.INT64, range(2, 3, 2)));
      all.add(format("%s.", summarize, DType.FLOAT64, vector(0.1, 1.0 / 3, 1e300, -0.0, 100)));
      all.add(format("%s", summarize, DType.STRING, text("a", "b \"quoted\"", "c\nd", "e", "f")));
    }
    all.add(
        format("%s", 3, DType.FLOAT32, vector(0.1, 1.0 / 3, 1e30, 16777216, INFINITY, Double.NaN)));
    all.add(format("%s", 3, DType.FLOAT16, vector(0.1, 1.0 / 3)));
    all.add(format("%s", 3, DType.BOOL, bools(Shape.of(2), true, false)));
    all.add(format("%s", 3, DType.UINT8, vector(200, 1)));
    all.add(format("%s", 3, DType.INT32, scalar(7)));
    all.add(format("%s", 3, DType.INT32, empty(0)));
    all.add(format("%s", 3, DType.INT32, empty(2, 0)));
    all.add(
        OpSample.of("StringFormat")
            .named("nothing")
            .list()
            .attr("T", AttrValue.ofTypes(List.of()))
            .attr("template", "plain"));
    all.add(
        OpSample.of("StringFormat")
            .named("two")
            .list(Values.in(DType.INT32, scalar(1)), one("x"))
            .attr("T", AttrValue.ofTypes(List.of(DType.INT32, DType.STRING)))
            .attr("template", "{} is not {}!")
            .attr("placeholder", "{}"));
    all.add(
        OpSample.of("StringFormat")
            .named("too few placeholders")
            .list(Values.in(DType.INT32, scalar(1)))
            .attr("T", AttrValue.ofTypes(List.of(DType.INT32)))
            .attr("template", "none")
            .refused("placeholder for every input"));
  }

  private static OpSample format(String template, int summarize, DType dtype, Values values) {
    return OpSample.of("StringFormat")
        .named(template + " " + dtype + " " + summarize)
        .list(Values.in(dtype, values))
        .attr("T", AttrValue.ofTypes(List.of(dtype)))
        .attr("template", template)
        .attr("summarize", summarize);
  }

  private static void numbers(List<OpSample> all) {
    String op = "StringToNumber";
    all.add(sample(op, "whole", text("0", "1", "42", " 12 ", "2147483647")).notTypes("out_type"));
    all.add(
        sample(op, "negative", text("-1", "-2147483648"))
            .types("out_type", DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64));
    all.add(
        sample(op, "large", text("9223372036854775807", "-9223372036854775808"))
            .types("out_type", DType.INT64, DType.FLOAT32, DType.FLOAT64));
    all.add(sample(op, "largest", text("18446744073709551615")).types("out_type", DType.UINT64));
    all.add(
        sample(
                op,
                "real",
                text(
                    "1.5",
                    "-2e3",
                    ".5",
                    "5.",
                    "1E-2",
                    "inf",
                    "-inf",
                    "nan",
                    "INF",
                    "+inf",
                    "NaN",
                    "+1.5",
                    " 2.5\t",
                    "1e400",
                    "-1e-400",
                    "0.1",
                    "16777217"))
            .types("out_type", DType.FLOAT32, DType.FLOAT64)
            .exact());
    for (String bad : List.of("", "Infinity", "a", "1a", "1 2", "--1", "0x", "1e", ".")) {
      all.add(sample(op, "\"" + bad + "\"", text(bad)).refused("not a number"));
    }
    all.add(
        sample(op, "plus", text("+7"))
            .types("out_type", DType.INT32, DType.INT64, DType.UINT32, DType.UINT64)
            .refused("not a number"));
    all.add(
        sample(op, "out of range", text("2147483648"))
            .types("out_type", DType.INT32)
            .refused("not a number"));
    all.add(
        sample(op, "below range", text("-1"))
            .types("out_type", DType.UINT32, DType.UINT64)
            .refused("not a number"));
    all.add(
        sample(op, "fraction", text("1.5"))
            .types("out_type", DType.INT32, DType.INT64)
            .refused("not a number"));
  }

  private static Values bytes(int count, int... lengths) {
    byte[][] strings = new byte[count][];
    for (int i = 0; i < count; i++) {
      strings[i] = new byte[lengths[i % lengths.length]];
      for (int k = 0; k < strings[i].length; k++) {
        strings[i][k] = (byte) (i * 31 + k * 7 + 1);
      }
    }
    return Values.tensor(Tensors.ofStrings(Shape.of(count), strings));
  }

  private static void raw(List<OpSample> all) {
    for (boolean little : new boolean[] {true, false}) {
      all.add(sample("DecodeRaw", "bytes", bytes(3, 16)).attr("little_endian", little).exact());
      all.add(
          sample("DecodePaddedRaw", "bytes", bytes(3, 16, 5, 20))
              .input(scalar(16))
              .attr("little_endian", little)
              .exact());
      all.add(
          sample("DecodePaddedRaw", "cut", bytes(2, 30))
              .input(scalar(8))
              .attr("little_endian", little)
              .exact());
    }
    all.add(sample("DecodeRaw", "of nothing", text()));
    all.add(sample("DecodeRaw", "empty strings", text("", "")));
    all.add(
        sample("DecodeRaw", "odd length", bytes(1, 15))
            .types("out_type", DType.INT32, DType.INT16, DType.FLOAT64)
            .refused("multiple"));
    all.add(sample("DecodeRaw", "lengths that differ", bytes(2, 16, 32)).refused("equally long"));
    all.add(sample("DecodePaddedRaw", "of nothing", text()).input(scalar(8)));
    all.add(
        sample("DecodePaddedRaw", "odd length", bytes(1, 15))
            .input(scalar(15))
            .types("out_type", DType.INT32, DType.INT16)
            .refused("multiple"));
    all.add(
        sample("DecodePaddedRaw", "no length", bytes(1, 15)).input(scalar(0)).refused("multiple"));
    Values plain = text("", "a", "ab", "abc", "hello, world?>", "\u00ff\u00fe");
    all.add(sample("EncodeBase64", "not padded", plain));
    all.add(sample("EncodeBase64", "padded", plain).attr("pad", true));
    all.add(
        sample(
            "DecodeBase64",
            "either",
            text("", "YQ", "YQ==", "YWI", "YWI=", "YWJj", "w7_Dvg", "_-8")));
    for (String bad : List.of("a", "YW+i", "YW/i", "Y Q", "YQ=")) {
      all.add(sample("DecodeBase64", "\"" + bad + "\"", text(bad)).refused("not base64"));
    }
    String op = "DecodeCompressed";
    all.add(sample(op, "as it is", plain));
    all.add(
        sample(
                op,
                "ZLIB",
                Values.tensor(Tensors.ofStrings(Shape.of(2), zlib("hello hello hello"), zlib(""))))
            .attr("compression_type", "ZLIB"));
    all.add(
        sample(op, "not ZLIB", text("nonsense"))
            .attr("compression_type", "ZLIB")
            .refused("not what ZLIB makes"));
    all.add(sample(op, "unknown", plain).attr("compression_type", "LZ4").refused("ZLIB or GZIP"));
  }

  private static byte[] zlib(String text) {
    Deflater deflater = new Deflater();
    deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
    deflater.finish();
    byte[] out = new byte[100];
    int length = deflater.deflate(out);
    deflater.end();
    return Arrays.copyOf(out, length);
  }

  private static void hashes(List<OpSample> all) {
    int[] lengths = IntStream.range(0, 200).toArray();
    for (String op : List.of("StringToHashBucket", "StringToHashBucketFast")) {
      all.add(sample(op, "all lengths", bytes(200, lengths)).attr("num_buckets", Long.MAX_VALUE));
      all.add(sample(op, "few buckets", text("a", "b", "", "hello")).attr("num_buckets", 3));
      all.add(sample(op, "one bucket", strings(Shape.of(1, 2), "a", "b")).attr("num_buckets", 1));
    }
    String strong = "StringToHashBucketStrong";
    all.add(
        sample(strong, "all lengths", bytes(200, lengths))
            .attr("num_buckets", Long.MAX_VALUE)
            .attr("key", AttrValue.ofInts(123, -456)));
    all.add(
        sample(strong, "few buckets", text("a", "b", "", "hello"))
            .attr("num_buckets", 3)
            .attr("key", AttrValue.ofInts(0, 0)));
    all.add(
        sample(strong, "short key", text("a"))
            .attr("num_buckets", 3)
            .attr("key", AttrValue.ofInts(1))
            .refused("two numbers"));
  }

  private static void tensors(List<OpSample> all) {
    all.add(sample("SerializeTensor", "matrix", range(2, 3)));
    all.add(sample("SerializeTensor", "of a scalar", scalar(1)));
    all.add(sample("SerializeTensor", "of nothing", empty(0, 2)));
    for (DType dtype : DType.values()) {
      if (dtype == DType.RESOURCE || dtype == DType.VARIANT) {
        continue;
      }
      Tensor tensor = range(2, 2).as(dtype);
      all.add(
          sample(
                  "ParseTensor",
                  dtype + "",
                  Values.tensor(Tensors.ofStrings(Shape.scalar(), TensorFiles.toBinary(tensor))))
              .attr("out_type", dtype));
    }
    Values one =
        Values.tensor(
            Tensors.ofStrings(Shape.scalar(), TensorFiles.toBinary(scalar(1).as(DType.FLOAT32))));
    all.add(
        sample("ParseTensor", "another type", one)
            .attr("out_type", DType.INT32)
            .refused("must be of type int32"));
    all.add(
        sample("ParseTensor", "no tensor", one("nonsense"))
            .attr("out_type", DType.INT32)
            .refused("not a tensor"));
    all.add(
        sample("ParseTensor", "a vector", text("a"))
            .attr("out_type", DType.INT32)
            .refused("rank 0"));
  }
}
