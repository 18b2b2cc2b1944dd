package dev.weir.bench.suite;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Strings: a hundred thousand short ones, as columns of a table or words of a text are. */
final class TextCases {
  /** How many strings there are. */
  private static final int S = 100_000;

  /** How many sentences of eight words. */
  private static final int SENTENCES = S / 8;

  /** Greek and Cyrillic letters, and an accent. */
  private static final String FOREIGN = "\u03b1\u03b2\u03b3\u0434\u0436\u00e9";

  private TextCases() {}

  static void addTo(Map<String, Build> all) {
    numbers(all);
    bytes(all);
    joins(all);
    hashes(all);
    patterns(all);
    unicode(all);
  }

  private static void numbers(Map<String, Build> all) {
    all.put("StringToNumber", g -> parsed(g, DType.FLOAT32).build());
    for (DType dtype : List.of(DType.FLOAT64, DType.INT32, DType.INT64)) {
      all.put("StringToNumber/" + dtype, g -> parsed(g, dtype).build());
    }
    all.put("AsString", g -> g.op("AsString", g.floats(S)).build());
    all.put("AsString/int64", g -> g.op("AsString", g.longs(1_000_000, S)).build());
    all.put("AsString/bool", g -> g.op("AsString", g.truths(S)).build());
    all.put(
        "AsString/precision",
        g -> g.op("AsString", g.numbers(DType.FLOAT64, S)).attr("precision", 3).build());
    all.put(
        "StringFormat",
        g ->
            g.op("StringFormat")
                .inputList(List.of(g.floats(1000), g.words(1000)))
                .attr("template", "a %s b %s")
                .attr("summarize", -1)
                .build());
  }

  private static NodeBuilder parsed(OpGraph g, DType dtype) {
    Output texts =
        dtype.isInteger()
            ? g.strings(1_000_000, i -> String.valueOf(i - 500_000), S)
            : g.strings(1_000_000, i -> String.format(Locale.ROOT, "%.4f", i / 1e3 - 500), S);
    return g.op("StringToNumber", texts).attr("out_type", dtype);
  }

  private static void bytes(Map<String, Build> all) {
    for (String op : List.of("StringLength", "StringLower", "StringUpper")) {
      all.put(op, g -> g.op(op, g.words(S)).build());
    }
    all.put(
        "StringLength/utf8",
        g -> g.op("StringLength", foreign(g)).attr("unit", "UTF8_CHAR").build());
    all.put(
        "StringLower/utf8", g -> g.op("StringLower", foreign(g)).attr("encoding", "utf-8").build());
    all.put(
        "StringStrip", g -> g.op("StringStrip", g.strings(1000, i -> "  a" + i + " ", S)).build());
    all.put(
        "Substr",
        g -> g.op("Substr", g.words(S), g.ops().constant(1), g.ops().constant(4)).build());
    all.put("Substr/each", g -> g.op("Substr", g.words(S), g.ints(3, S), g.ints(5, S)).build());
    all.put(
        "Substr/utf8",
        g ->
            g.op("Substr", foreign(g), g.ops().constant(1), g.ops().constant(3))
                .attr("unit", "UTF8_CHAR")
                .build());
  }

  private static Output foreign(OpGraph g) {
    return g.strings(1000, i -> FOREIGN + i, S);
  }

  private static Output sentences(OpGraph g) {
    return g.strings(1000, i -> "the quick " + i + " brown fox jumps over it", SENTENCES);
  }

  private static void joins(Map<String, Build> all) {
    all.put(
        "StringJoin",
        g ->
            g.op("StringJoin")
                .inputList(List.of(g.words(S), g.ops().constant("/"), g.words(S)))
                .attr("separator", "-")
                .build());
    all.put(
        "ReduceJoin",
        g ->
            g.op("ReduceJoin", g.words(SENTENCES, 8), g.ops().constant(new int[] {1}))
                .attr("separator", " ")
                .build());
    all.put(
        "ReduceJoin/columns",
        g -> g.op("ReduceJoin", g.words(8, SENTENCES), g.ops().constant(new int[] {0})).build());
    all.put(
        "UnsortedSegmentJoin",
        g ->
            g.op("UnsortedSegmentJoin", g.words(S), g.ints(1000, S), g.ops().constant(1000))
                .attr("separator", ",")
                .build());
    all.put("StringSplit", g -> g.op("StringSplit", sentences(g), g.ops().constant(" ")).build());
    all.put(
        "StringSplitV2", g -> g.op("StringSplitV2", sentences(g), g.ops().constant(" ")).build());
    all.put(
        "StringSplitV2/blanks",
        g -> g.op("StringSplitV2", sentences(g), g.ops().constant("")).build());
    all.put(
        "StringNGrams",
        g ->
            g.op("StringNGrams", g.words(S), g.splits(SENTENCES, S))
                .attr("separator", " ")
                .attr("ngram_widths", AttrValue.ofInts(2, 3))
                .attr("left_pad", "<")
                .attr("right_pad", ">")
                .attr("pad_width", 1)
                .attr("preserve_short_sequences", false)
                .build());
  }

  private static void hashes(Map<String, Build> all) {
    for (String op : List.of("StringToHashBucket", "StringToHashBucketFast")) {
      all.put(op, g -> g.op(op, g.words(S)).attr("num_buckets", 1000).build());
    }
    all.put(
        "StringToHashBucketFast/long",
        g ->
            g.op("StringToHashBucketFast", g.bytes(200, S / 10)).attr("num_buckets", 1000).build());
    all.put(
        "StringToHashBucketStrong",
        g ->
            g.op("StringToHashBucketStrong", g.words(S))
                .attr("num_buckets", 1000)
                .attr("key", AttrValue.ofInts(1, 2))
                .build());
  }

  private static void patterns(Map<String, Build> all) {
    String digits = ".*[0-9]+$";
    all.put(
        "RegexFullMatch", g -> g.op("RegexFullMatch", keys(g), g.ops().constant(digits)).build());
    all.put(
        "StaticRegexFullMatch",
        g -> g.op("StaticRegexFullMatch", keys(g)).attr("pattern", digits).build());
    all.put(
        "RegexReplace",
        g ->
            g.op("RegexReplace", keys(g), g.ops().constant("[aeiou]"), g.ops().constant("<\\0>"))
                .build());
    all.put(
        "StaticRegexReplace",
        g ->
            g.op("StaticRegexReplace", keys(g))
                .attr("pattern", "key_(\\d+)")
                .attr("rewrite", "\\1")
                .build());
  }

  private static Output keys(OpGraph g) {
    return g.strings(100_000, i -> "some_key_" + i, S);
  }

  private static void unicode(Map<String, Build> all) {
    for (String op : List.of("UnicodeDecode", "UnicodeDecodeWithOffsets")) {
      all.put(op, g -> g.op(op, foreign(g)).attr("input_encoding", "UTF-8").build());
    }
    all.put(
        "UnicodeEncode",
        g ->
            g.op("UnicodeEncode", g.between(DType.INT32, 32, 0x3000, 10 * S), g.splits(S, 10 * S))
                .attr("output_encoding", "UTF-8")
                .build());
    for (String encoding : List.of("UTF-8", "UTF-16-BE")) {
      all.put(
          encoding.equals("UTF-8") ? "UnicodeTranscode" : "UnicodeTranscode/" + encoding,
          g ->
              g.op("UnicodeTranscode", foreign(g))
                  .attr("input_encoding", "UTF-8")
                  .attr("output_encoding", encoding)
                  .build());
    }
    all.put(
        "UnicodeScript", g -> g.op("UnicodeScript", g.between(DType.INT32, 32, 0x3000, S)).build());
  }
}
