package dev.weir.ops.strings;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;

/** Builds nodes: strings of bytes. */
public final class StringsOps {
  private final Scope scope;

  public StringsOps(Scope scope) {
    this.scope = scope;
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
    return scope
        .node("StringJoin")
        .inputList(inputs)
        .attr("separator", separator)
        .build()
        .output(0);
  }

  /** Strings joined along axes, the first given running fastest. */
  public Output reduceJoin(Operand inputs, Operand axes) {
    return scope.node("ReduceJoin").input(inputs).input(axes).build().output(0);
  }

  /** Strings joined along axes, the first given running fastest, with a separator. */
  public Output reduceJoin(Operand inputs, Operand axes, boolean keepDims, String separator) {
    return scope
        .node("ReduceJoin")
        .input(inputs)
        .input(axes)
        .attr("keep_dims", keepDims)
        .attr("separator", separator)
        .build()
        .output(0);
  }

  /** Strings with the same id joined, in order, with a separator. */
  public Output unsortedSegmentJoin(
      Operand inputs, Operand segmentIds, Operand numSegments, String separator) {
    return scope
        .node("UnsortedSegmentJoin")
        .input(inputs)
        .input(segmentIds)
        .input(numSegments)
        .attr("separator", separator)
        .build()
        .output(0);
  }

  /** Part of every string: so many bytes from a position on, from the end if that is negative. */
  public Output substr(Operand input, Operand pos, Operand len) {
    return scope.node("Substr").input(input).input(pos).input(len).build().output(0);
  }

  /** Part of every string, counted in {@code BYTE} or {@code UTF8_CHAR}. */
  public Output substr(Operand input, Operand pos, Operand len, String unit) {
    return scope
        .node("Substr")
        .input(input)
        .input(pos)
        .input(len)
        .attr("unit", unit)
        .build()
        .output(0);
  }

  /** Splits every string at the separator, or at white space if that is empty. */
  public SparseStrings stringSplit(Operand input, Operand sep) {
    Node node = scope.node("StringSplitV2").input(input).input(sep).build();
    return new SparseStrings(node.output(0), node.output(1), node.output(2));
  }

  /** Splits every string at the separator, at most so many times. */
  public SparseStrings stringSplit(Operand input, Operand sep, long maxsplit) {
    Node node =
        scope.node("StringSplitV2").input(input).input(sep).attr("maxsplit", maxsplit).build();
    return new SparseStrings(node.output(0), node.output(1), node.output(2));
  }

  /** Splits every string at any byte of the delimiter: the op of old graphs. */
  public SparseStrings stringSplitV1(Operand input, Operand delimiter, boolean skipEmpty) {
    Node node =
        scope
            .node("StringSplit")
            .input(input)
            .input(delimiter)
            .attr("skip_empty", skipEmpty)
            .build();
    return new SparseStrings(node.output(0), node.output(1), node.output(2));
  }

  /** The length of every string in bytes. */
  public Output stringLength(Operand input) {
    return scope.node("StringLength").input(input).build().output(0);
  }

  /** The length of every string, in {@code BYTE} or {@code UTF8_CHAR}. */
  public Output stringLength(Operand input, String unit) {
    return scope.node("StringLength").input(input).attr("unit", unit).build().output(0);
  }

  /** Every string in lower case: the letters of ASCII. */
  public Output lower(Operand input) {
    return scope.node("StringLower").input(input).build().output(0);
  }

  /** Every string in lower case; with the encoding {@code utf-8}, all letters. */
  public Output lower(Operand input, String encoding) {
    return scope.node("StringLower").input(input).attr("encoding", encoding).build().output(0);
  }

  /** Every string in upper case: the letters of ASCII. */
  public Output upper(Operand input) {
    return scope.node("StringUpper").input(input).build().output(0);
  }

  /** Every string in upper case; with the encoding {@code utf-8}, all letters. */
  public Output upper(Operand input, String encoding) {
    return scope.node("StringUpper").input(input).attr("encoding", encoding).build().output(0);
  }

  /** Every string without white space at both ends. */
  public Output strip(Operand input) {
    return scope.node("StringStrip").input(input).build().output(0);
  }

  /** The template with every {@code placeholder} replaced by the text of a tensor. */
  public Output stringFormat(
      Iterable<? extends Operand> inputs, String template, String placeholder, long summarize) {
    return scope
        .node("StringFormat")
        .inputList(inputs)
        .attr("template", template)
        .attr("placeholder", placeholder)
        .attr("summarize", summarize)
        .build()
        .output(0);
  }

  /** The float32 that every string shows. */
  public Output toNumber(Operand stringTensor) {
    return scope.node("StringToNumber").input(stringTensor).build().output(0);
  }

  /** The number of some type that every string shows. */
  public Output toNumber(Operand stringTensor, DType outType) {
    return scope
        .node("StringToNumber")
        .input(stringTensor)
        .attr("out_type", outType)
        .build()
        .output(0);
  }

  /** Every element as text. */
  public Output asString(Operand input) {
    return scope.node("AsString").input(input).build().output(0);
  }

  /**
   * Every element as text.
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
    return scope
        .node("AsString")
        .input(input)
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
    return scope.node("RegexReplace").input(input).input(pattern).input(rewrite).build().output(0);
  }

  /** Every match of a pattern, or the first, replaced. */
  public Output regexReplace(
      Operand input, Operand pattern, Operand rewrite, boolean replaceGlobal) {
    return scope
        .node("RegexReplace")
        .input(input)
        .input(pattern)
        .input(rewrite)
        .attr("replace_global", replaceGlobal)
        .build()
        .output(0);
  }

  /** Whether a pattern (RE2) matches the whole of each string. */
  public Output regexFullMatch(Operand input, Operand pattern) {
    return scope.node("RegexFullMatch").input(input).input(pattern).build().output(0);
  }

  /** Every match of a fixed pattern, or the first, replaced. */
  public Output staticRegexReplace(
      Operand input, String pattern, String rewrite, boolean replaceGlobal) {
    return scope
        .node("StaticRegexReplace")
        .input(input)
        .attr("pattern", pattern)
        .attr("rewrite", rewrite)
        .attr("replace_global", replaceGlobal)
        .build()
        .output(0);
  }

  /** Whether a fixed pattern matches the whole of each string. */
  public Output staticRegexFullMatch(Operand input, String pattern) {
    return scope
        .node("StaticRegexFullMatch")
        .input(input)
        .attr("pattern", pattern)
        .build()
        .output(0);
  }

  /** The bytes of every string as little-endian numbers. */
  public Output decodeRaw(Operand inputBytes, DType outType) {
    return scope.node("DecodeRaw").input(inputBytes).attr("out_type", outType).build().output(0);
  }

  /** The bytes of every string as numbers, in either order of bytes. */
  public Output decodeRaw(Operand inputBytes, DType outType, boolean littleEndian) {
    return scope
        .node("DecodeRaw")
        .input(inputBytes)
        .attr("out_type", outType)
        .attr("little_endian", littleEndian)
        .build()
        .output(0);
  }

  /** The bytes of every string, cut or filled to a fixed length, as numbers. */
  public Output decodePaddedRaw(
      Operand inputBytes, Operand fixedLength, DType outType, boolean littleEndian) {
    return scope
        .node("DecodePaddedRaw")
        .input(inputBytes)
        .input(fixedLength)
        .attr("out_type", outType)
        .attr("little_endian", littleEndian)
        .build()
        .output(0);
  }

  /** Every string in web-safe base64, without padding. */
  public Output encodeBase64(Operand input) {
    return scope.node("EncodeBase64").input(input).build().output(0);
  }

  /** Every string in web-safe base64. */
  public Output encodeBase64(Operand input, boolean pad) {
    return scope.node("EncodeBase64").input(input).attr("pad", pad).build().output(0);
  }

  /** The bytes that every string in web-safe base64 stands for. */
  public Output decodeBase64(Operand input) {
    return scope.node("DecodeBase64").input(input).build().output(0);
  }

  /** Every string decompressed: {@code ZLIB}, {@code GZIP} or nothing. */
  public Output decodeCompressed(Operand bytes, String compressionType) {
    return scope
        .node("DecodeCompressed")
        .input(bytes)
        .attr("compression_type", compressionType)
        .build()
        .output(0);
  }

  /** The bucket every string falls into: the op of old graphs. */
  public Output toHashBucket(Operand stringTensor, long numBuckets) {
    return scope
        .node("StringToHashBucket")
        .input(stringTensor)
        .attr("num_buckets", numBuckets)
        .build()
        .output(0);
  }

  /** The bucket every string falls into, by a hash that never changes. */
  public Output toHashBucketFast(Operand input, long numBuckets) {
    return scope
        .node("StringToHashBucketFast")
        .input(input)
        .attr("num_buckets", numBuckets)
        .build()
        .output(0);
  }

  /** The bucket every string falls into, by a hash with a key of two numbers. */
  public Output toHashBucketStrong(Operand input, long numBuckets, long key0, long key1) {
    return scope
        .node("StringToHashBucketStrong")
        .input(input)
        .attr("num_buckets", numBuckets)
        .attr("key", AttrValue.ofInts(key0, key1))
        .build()
        .output(0);
  }

  /** The tensor that a serialized one, a scalar string, stands for. */
  public Output parseTensor(Operand serialized, DType outType) {
    return scope.node("ParseTensor").input(serialized).attr("out_type", outType).build().output(0);
  }

  /** A tensor as one string. */
  public Output serializeTensor(Operand tensor) {
    return scope.node("SerializeTensor").input(tensor).build().output(0);
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
        scope
            .node("StringNGrams")
            .input(data)
            .input(dataSplits)
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
    Node node =
        scope.node("UnicodeDecode").input(input).attr("input_encoding", inputEncoding).build();
    return new CodePointRows(node.output(0), node.output(1));
  }

  /** The code points of every string, and at which byte of it each begins. */
  public CodePointRowsWithOffsets unicodeDecodeWithOffsets(Operand input, String inputEncoding) {
    Node node =
        scope
            .node("UnicodeDecodeWithOffsets")
            .input(input)
            .attr("input_encoding", inputEncoding)
            .build();
    return new CodePointRowsWithOffsets(node.output(0), node.output(1), node.output(2));
  }

  /** A string of each row of code points: {@code UTF-8}, {@code UTF-16-BE} or {@code UTF-32-BE}. */
  public Output unicodeEncode(Operand inputValues, Operand inputSplits, String outputEncoding) {
    return scope
        .node("UnicodeEncode")
        .input(inputValues)
        .input(inputSplits)
        .attr("output_encoding", outputEncoding)
        .build()
        .output(0);
  }

  /** Every string in another encoding; what is no character becomes U+FFFD. */
  public Output unicodeTranscode(Operand input, String inputEncoding, String outputEncoding) {
    return scope
        .node("UnicodeTranscode")
        .input(input)
        .attr("input_encoding", inputEncoding)
        .attr("output_encoding", outputEncoding)
        .build()
        .output(0);
  }

  /** The script of every code point, by its number in ICU. */
  public Output unicodeScript(Operand input) {
    return scope.node("UnicodeScript").input(input).build().output(0);
  }
}
