package dev.weir.ops.strings;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.DType;

/** Builds nodes: strings of bytes. */
public final class StringsOps extends OpGroup {
  public StringsOps(Scope scope) {
    super(scope);
  }

  /** A sparse matrix of strings. */
  public record SparseStrings(Output indices, Output values, Output shape) {}

  /** Code points, and where those of each string begin and end. */
  public record CodePointRows(Output rowSplits, Output charValues) {}

  /** Code points, where those of each string begin and end, and at which byte each begins. */
  public record CodePointRowsWithOffsets(
      Output rowSplits, Output charValues, Output charToByteStarts) {}

  /** Joined strings, and where those of each row begin and end. */
  public record NGramStrings(Output ngrams, Output ngramsSplits) {}

  /** Strings at the same position joined. Scalars go with every position. */
  public Output join(Iterable<? extends Operand> inputs) {
    return join(inputs, "");
  }

  /** Strings at the same position joined with a separator. Scalars go with every position. */
  public Output join(Iterable<? extends Operand> inputs, String separator) {
    return node("StringJoin").inputList(inputs).attr("separator", separator).build().output(0);
  }

  /** Strings joined along axes, the first given running fastest. */
  public Output reduceJoin(Operand inputs, Operand axes) {
    return op("ReduceJoin", inputs, axes);
  }

  /** Strings joined along axes, the first given running fastest, with a separator. */
  public Output reduceJoin(Operand inputs, Operand axes, boolean keepDims, String separator) {
    return node("ReduceJoin", inputs, axes)
        .attr("keep_dims", keepDims)
        .attr("separator", separator)
        .build()
        .output(0);
  }

  /** Strings joined along axes, the first given running fastest. */
  public Output reduceJoin(Operand inputs, int... axes) {
    Call call = call("ReduceJoin");
    return call.output(inputs, call.ints("axes", axes));
  }

  /** Strings with the same id joined, in order, with a separator. */
  public Output unsortedSegmentJoin(
      Operand inputs, Operand segmentIds, Operand numSegments, String separator) {
    return node("UnsortedSegmentJoin", inputs, segmentIds, numSegments)
        .attr("separator", separator)
        .build()
        .output(0);
  }

  /** Part of every string: so many bytes from a position on, from the end if that is negative. */
  public Output substr(Operand input, Operand pos, Operand len) {
    return op("Substr", input, pos, len);
  }

  /** Part of every string, counted in {@code BYTE} or {@code UTF8_CHAR}. */
  public Output substr(Operand input, Operand pos, Operand len, String unit) {
    return node("Substr", input, pos, len).attr("unit", unit).build().output(0);
  }

  /** Part of every string: {@code len} bytes from a position on, from the end if it is negative. */
  public Output substr(Operand input, int pos, int len) {
    Call call = call("Substr");
    return call.output(input, call.scalar("pos", pos), call.scalar("len", len));
  }

  /** Splits every string at the separator, or at white space if that is empty. */
  public SparseStrings stringSplit(Operand input, Operand sep) {
    Node node = node("StringSplitV2", input, sep).build();
    return new SparseStrings(node.output(0), node.output(1), node.output(2));
  }

  /** Splits every string at the separator, at most so many times. */
  public SparseStrings stringSplit(Operand input, Operand sep, long maxsplit) {
    Node node = node("StringSplitV2", input, sep).attr("maxsplit", maxsplit).build();
    return new SparseStrings(node.output(0), node.output(1), node.output(2));
  }

  /** Splits every string at the separator, or at white space if that is empty. */
  public SparseStrings stringSplit(Operand input, String sep) {
    Call call = call("StringSplitV2");
    Node node = call.node(input, call.string("sep", sep)).build();
    return new SparseStrings(node.output(0), node.output(1), node.output(2));
  }

  /** The length of every string in bytes. */
  public Output stringLength(Operand input) {
    return op("StringLength", input);
  }

  /** The length of every string, in {@code BYTE} or {@code UTF8_CHAR}. */
  public Output stringLength(Operand input, String unit) {
    return node("StringLength", input).attr("unit", unit).build().output(0);
  }

  /** Every string in lower case: the letters of ASCII. */
  public Output lower(Operand input) {
    return op("StringLower", input);
  }

  /** Every string in lower case; with the encoding {@code utf-8}, all letters. */
  public Output lower(Operand input, String encoding) {
    return node("StringLower", input).attr("encoding", encoding).build().output(0);
  }

  /** Every string in upper case: the letters of ASCII. */
  public Output upper(Operand input) {
    return op("StringUpper", input);
  }

  /** Every string in upper case; with the encoding {@code utf-8}, all letters. */
  public Output upper(Operand input, String encoding) {
    return node("StringUpper", input).attr("encoding", encoding).build().output(0);
  }

  /** Every string without white space at both ends. */
  public Output strip(Operand input) {
    return op("StringStrip", input);
  }

  /** The template with every {@code placeholder} replaced by the text of a tensor. */
  public Output stringFormat(
      Iterable<? extends Operand> inputs, String template, String placeholder, long summarize) {
    return node("StringFormat")
        .inputList(inputs)
        .attr("template", template)
        .attr("placeholder", placeholder)
        .attr("summarize", summarize)
        .build()
        .output(0);
  }

  /** The float32 that every string shows. */
  public Output toNumber(Operand stringTensor) {
    return op("StringToNumber", stringTensor);
  }

  /** The number of some type that every string shows. */
  public Output toNumber(Operand stringTensor, DType outType) {
    return node("StringToNumber", stringTensor).attr("out_type", outType).build().output(0);
  }

  /** Every element as text. */
  public Output asString(Operand input) {
    return op("AsString", input);
  }

  /**
   * Every element as text, formatted as in C.
   *
   * @param precision digits after the point; -1 for the usual number
   * @param scientific with an exponent
   * @param shortest whichever form is shorter
   * @param width the least length; -1 for none
   * @param fill a space, {@code +}, {@code -} or {@code 0}, as in C; or nothing
   */
  public Output asString(
      Operand input,
      long precision,
      boolean scientific,
      boolean shortest,
      long width,
      String fill) {
    return node("AsString", input)
        .attr("precision", precision)
        .attr("scientific", scientific)
        .attr("shortest", shortest)
        .attr("width", width)
        .attr("fill", fill)
        .build()
        .output(0);
  }

  /**
   * Every match of a pattern (RE2) replaced by a rewrite, in which {@code \\1} is the first group.
   */
  public Output regexReplace(Operand input, Operand pattern, Operand rewrite) {
    return op("RegexReplace", input, pattern, rewrite);
  }

  /** Every match of a pattern, or the first, replaced. */
  public Output regexReplace(
      Operand input, Operand pattern, Operand rewrite, boolean replaceGlobal) {
    return node("RegexReplace", input, pattern, rewrite)
        .attr("replace_global", replaceGlobal)
        .build()
        .output(0);
  }

  /** Whether a pattern (RE2) matches the whole of each string. */
  public Output regexFullMatch(Operand input, Operand pattern) {
    return op("RegexFullMatch", input, pattern);
  }

  /** Every match of a fixed pattern, or the first, replaced. */
  public Output regexReplace(Operand input, String pattern, String rewrite, boolean replaceGlobal) {
    return node("StaticRegexReplace", input)
        .attr("pattern", pattern)
        .attr("rewrite", rewrite)
        .attr("replace_global", replaceGlobal)
        .build()
        .output(0);
  }

  /** Every match of a fixed pattern replaced. */
  public Output regexReplace(Operand input, String pattern, String rewrite) {
    return regexReplace(input, pattern, rewrite, true);
  }

  /** Whether a fixed pattern matches the whole of each string. */
  public Output regexFullMatch(Operand input, String pattern) {
    return node("StaticRegexFullMatch", input).attr("pattern", pattern).build().output(0);
  }

  /** The bucket every string falls into, by a hash that never changes. */
  public Output toHashBucketFast(Operand input, long numBuckets) {
    return node("StringToHashBucketFast", input).attr("num_buckets", numBuckets).build().output(0);
  }

  /** The bucket every string falls into, by a hash with a key of two numbers. */
  public Output toHashBucketStrong(Operand input, long numBuckets, long key0, long key1) {
    return node("StringToHashBucketStrong", input)
        .attr("num_buckets", numBuckets)
        .attr("key", AttrValue.ofInts(key0, key1))
        .build()
        .output(0);
  }

  /**
   * Joins every run of neighboring strings of each row, for each width.
   *
   * @param padWidth how many strings to pad a row with at both ends; -1 for as many as are useful
   * @param preserveShort whether a row too short for any width is joined as it is
   */
  public NGramStrings stringNGrams(
      Operand data,
      Operand dataSplits,
      String separator,
      long[] widths,
      String leftPad,
      String rightPad,
      long padWidth,
      boolean preserveShort) {
    Node node =
        node("StringNGrams", data, dataSplits)
            .attr("separator", separator)
            .attr("ngram_widths", AttrValue.ofInts(widths))
            .attr("left_pad", leftPad)
            .attr("right_pad", rightPad)
            .attr("pad_width", padWidth)
            .attr("preserve_short_sequences", preserveShort)
            .build();
    return new NGramStrings(node.output(0), node.output(1));
  }

  /** The code points of every string, and where those of each string begin and end. */
  public CodePointRows unicodeDecode(Operand input, String inputEncoding) {
    Node node = node("UnicodeDecode", input).attr("input_encoding", inputEncoding).build();
    return new CodePointRows(node.output(0), node.output(1));
  }

  /** The code points of every string, and at which byte of it each begins. */
  public CodePointRowsWithOffsets unicodeDecodeWithOffsets(Operand input, String inputEncoding) {
    Node node =
        node("UnicodeDecodeWithOffsets", input).attr("input_encoding", inputEncoding).build();
    return new CodePointRowsWithOffsets(node.output(0), node.output(1), node.output(2));
  }

  /** A string of each row of code points: {@code UTF-8}, {@code UTF-16-BE} or {@code UTF-32-BE}. */
  public Output unicodeEncode(Operand inputValues, Operand inputSplits, String outputEncoding) {
    return node("UnicodeEncode", inputValues, inputSplits)
        .attr("output_encoding", outputEncoding)
        .build()
        .output(0);
  }

  /** Every string in another encoding; what is no character becomes U+FFFD. */
  public Output unicodeTranscode(Operand input, String inputEncoding, String outputEncoding) {
    return node("UnicodeTranscode", input)
        .attr("input_encoding", inputEncoding)
        .attr("output_encoding", outputEncoding)
        .build()
        .output(0);
  }

  /** The script of every code point, by its number in ICU. */
  public Output unicodeScript(Operand input) {
    return op("UnicodeScript", input);
  }
}
