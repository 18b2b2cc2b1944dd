package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.strings;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.one;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.SampleParts.text;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of cutting, joining, splitting and changing strings. */
final class TextSamples {
  private TextSamples() {}

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    joins(all);
    parts(all);
    splits(all);
    cases(all);
    segments(all);
    ngrams(all);
    return all;
  }

  private static void joins(List<OpSample> all) {
    all.add(OpSample.of("StringJoin").list(text("a", "b"), text("c", "")));
    all.add(
        OpSample.of("StringJoin")
            .named("separator")
            .list(text("a", "b"), one("-"), text("c", "d"))
            .attr("separator", ", "));
    all.add(OpSample.of("StringJoin").named("scalars").list(one("a"), one("b")));
    all.add(OpSample.of("StringJoin").named("one").list(text("a", "b")).attr("separator", ", "));
    all.add(
        OpSample.of("StringJoin")
            .named("matrix")
            .list(strings(Shape.of(1, 2), "a", "b"), one("ü")));
    all.add(OpSample.of("StringJoin").named("of nothing").list(text(), one("a")));
    all.add(
        OpSample.of("StringJoin")
            .named("shapes that differ")
            .list(text("a", "b"), text("a"))
            .refused("shapes must be equal"));
    Values table = strings(Shape.of(2, 3), "a", "b", "c", "d", "e", "f");
    for (String separator : List.of("", "-")) {
      all.add(sample("ReduceJoin", "rows", table, vector(1)).attr("separator", separator));
      all.add(
          sample("ReduceJoin", "columns, kept", table, vector(0))
              .attr("separator", separator)
              .attr("keep_dims", true));
      all.add(sample("ReduceJoin", "both", table, vector(0, 1)).attr("separator", separator));
      all.add(
          sample("ReduceJoin", "columns first", table, vector(1, 0)).attr("separator", separator));
      all.add(
          sample("ReduceJoin", "negative axes", table, vector(-2, -1))
              .attr("separator", separator));
      all.add(sample("ReduceJoin", "no axes", table, empty(0)).attr("separator", separator));
      all.add(
          sample("ReduceJoin", "of nothing", strings(Shape.of(2, 0)), vector(1))
              .attr("separator", separator));
    }
    all.add(sample("ReduceJoin", "scalar axis", table, scalar(0)));
    all.add(sample("ReduceJoin", "axis too large", table, vector(2)).refused("axis must be in"));
    all.add(sample("ReduceJoin", "axis twice", table, vector(0, -2)).refused("only once"));
  }

  private static void parts(List<OpSample> all) {
    Values words = text("hello", "wörld", "数据流");
    for (String unit : List.of("BYTE", "UTF8_CHAR")) {
      all.add(
          sample("StringLength", unit, text("", "abc", "wörld", "数据流", "😀")).attr("unit", unit));
      all.add(sample("StringLength", "of a scalar", one("äh")).attr("unit", unit));
      all.add(sample("Substr", "same place", words, scalar(1), scalar(2)).attr("unit", unit));
      all.add(sample("Substr", "from the end", words, scalar(-2), scalar(2)).attr("unit", unit));
      all.add(
          sample("Substr", "places of their own", words, vector(0, 1, 2), vector(9, 2, 1))
              .attr("unit", unit));
      all.add(sample("Substr", "at the end", text("abc"), scalar(3), scalar(2)).attr("unit", unit));
      all.add(sample("Substr", "nothing", text("abc"), scalar(1), scalar(0)).attr("unit", unit));
      all.add(
          sample("Substr", "of a scalar", one("abcd"), vector(0, 2), vector(1, 2))
              .attr("unit", unit));
      all.add(
          sample(
                  "Substr",
                  "rows and columns",
                  strings(Shape.of(2, 1), "abcd", "efgh"),
                  matrix(1, 2, 0, 2),
                  matrix(1, 2, 2, 1))
              .attr("unit", unit));
      all.add(
          sample("Substr", "too far", text("abc"), scalar(4), scalar(1))
              .attr("unit", unit)
              .refused("position must be in"));
      all.add(
          sample("Substr", "too far from the end", text("abc"), scalar(-4), scalar(1))
              .attr("unit", unit)
              .refused("position must be in"));
    }
    all.add(
        sample("Substr", "shapes of places", words, vector(0, 1, 2), scalar(1))
            .refused("length for every position"));
    all.add(
        sample("Substr", "shapes that do not fit", words, vector(0, 1), vector(1, 1))
            .refused("Incompatible shapes"));
  }

  private static void splits(List<OpSample> all) {
    Values lines = text("a b  c", "", " d ", "e");
    for (boolean skip : new boolean[] {true, false}) {
      all.add(sample("StringSplit", "spaces", lines, one(" ")).attr("skip_empty", skip));
      all.add(
          sample("StringSplit", "any of two", text("a,b;c,,d"), one(",;"))
              .attr("skip_empty", skip));
      all.add(
          sample("StringSplit", "bytes", text("abc", "", "ü"), one("")).attr("skip_empty", skip));
      all.add(sample("StringSplit", "of nothing", text(), one(" ")).attr("skip_empty", skip));
    }
    all.add(
        sample("StringSplit", "matrix", strings(Shape.of(1, 1), "a"), one(" ")).refused("rank 1"));
    all.add(sample("StringSplit", "two delimiters", lines, text(" ", ",")).refused("rank 0"));
    for (int most : new int[] {-1, 0, 1, 2}) {
      String op = "StringSplitV2";
      all.add(
          sample(
                  op,
                  "white space, " + most,
                  text("a b  c", "", " d ", "\t e\n f g ", "h i "),
                  one(""))
              .attr("maxsplit", most));
      all.add(
          sample(op, "separator, " + most, text("a<>b<><>c", "", "<>", "d"), one("<>"))
              .attr("maxsplit", most));
      all.add(sample(op, "of nothing, " + most, text(), one("x")).attr("maxsplit", most));
    }
    all.add(sample("StringSplitV2", "scalar", one("a"), one(" ")).refused("rank 1"));
    all.add(sample("StringSplitV2", "maxsplit -2", lines, one(" ")).attr("maxsplit", -2));
  }

  private static void cases(List<OpSample> all) {
    Values words = text("Hello World 42", "ÄÖÜ straße Ωmega", "", "[@`{");
    for (String op : List.of("StringLower", "StringUpper")) {
      all.add(sample(op, "ASCII", words));
      all.add(sample(op, "Unicode", words).attr("encoding", "utf-8"));
      all.add(sample(op, "matrix", strings(Shape.of(1, 2), "aB", "Cd")));
      all.add(
          sample(op, "unknown encoding", words)
              .attr("encoding", "latin-1")
              .refused("empty or utf-8"));
    }
    all.add(
        sample("StringStrip", "white space", text("  a b ", "\t\n\u000b\f\rc\r", "", "   ", "d")));
  }

  private static void segments(List<OpSample> all) {
    String op = "UnsortedSegmentJoin";
    Values words = text("a", "b", "c", "d");
    for (String separator : List.of("", ":")) {
      all.add(
          sample(op, "vector", words, vector(2, 0, 2, 0), scalar(3)).attr("separator", separator));
      all.add(
          sample(op, "rows", strings(Shape.of(2, 2), "a", "b", "c", "d"), vector(1, 1), scalar(2))
              .attr("separator", separator));
      all.add(
          sample(
                  op,
                  "ids in a matrix",
                  strings(Shape.of(2, 2), "a", "b", "c", "d"),
                  matrix(2, 2, 0, 1, 1, 0),
                  scalar(2))
              .attr("separator", separator));
    }
    all.add(
        sample(op, "negative ids", words, vector(0, -1, -1, 0), scalar(1))
            .refused("segment_ids[1] is -1"));
    all.add(sample(op, "id too large", words, vector(0, 1, 2, 0), scalar(2)).refused("[0, 2)"));
    all.add(sample(op, "too few ids", words, vector(0, 1), scalar(2)).refused("must begin with"));
    all.add(
        sample(op, "negative size", words, vector(0, 0, 0, 0), scalar(-1))
            .refused("must not be negative"));
  }

  private static void ngrams(List<OpSample> all) {
    Values words = text("a", "b", "c", "d", "e");
    Values splits = vector(0, 1, 4, 4, 5);
    for (int pad : new int[] {-1, 0, 1, 5}) {
      for (boolean keep : new boolean[] {false, true}) {
        all.add(ngram("pad " + pad, words, splits, keep, pad, 1, 2, 3));
        all.add(ngram("wide, pad " + pad, words, splits, keep, pad, 4));
      }
    }
    all.add(ngram("of nothing", text(), vector(0), false, 0, 2));
    all.add(ngram("no splits", text(), empty(0), false, 0, 2));
    all.add(
        ngram("splits too long", words, vector(0, 9), false, 0, 2).refused("splits must ascend"));
    all.add(
        ngram("splits descend", words, vector(0, 3, 2, 5), false, 0, 2)
            .refused("splits must ascend"));
    all.add(
        ngram("splits begin late", words, vector(1, 5), false, 0, 2).refused("splits must ascend"));
    all.add(
        ngram("splits end early", words, vector(0, 4), false, 0, 2).refused("splits must ascend"));
    all.add(ngram("width 0", words, splits, false, 0, 0).refused("must be positive"));
  }

  private static OpSample ngram(
      String title, Values words, Values splits, boolean keep, int pad, long... widths) {
    return sample("StringNGrams", title + (keep ? ", short kept" : ""), words, splits)
        .attr("separator", "|")
        .attr("left_pad", "L")
        .attr("right_pad", "R")
        .attr("ngram_widths", AttrValue.ofInts(widths))
        .attr("pad_width", pad)
        .attr("preserve_short_sequences", keep);
  }
}
