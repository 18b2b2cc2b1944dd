package dev.weir.ops.strings;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class StringsLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new AsString(),
        new DecodeBase64(),
        new DecodeCompressed(),
        new DecodePaddedRaw(),
        new DecodeRaw(),
        new EncodeBase64(),
        new ParseTensor(),
        new ReduceJoin(),
        new RegexFullMatch(),
        new RegexReplace(),
        new SerializeTensor(),
        new StaticRegexFullMatch(),
        new StaticRegexReplace(),
        new StringFormat(),
        new StringJoin(),
        new StringLength(),
        new StringLower(),
        new StringNGrams(),
        new StringSplit(),
        new StringSplitV2(),
        new StringStrip(),
        new StringToHashBucket(),
        new StringToHashBucketFast(),
        new StringToHashBucketStrong(),
        new StringToNumber(),
        new StringUpper(),
        new Substr(),
        new UnicodeDecode(),
        new UnicodeDecodeWithOffsets(),
        new UnicodeEncode(),
        new UnicodeScript(),
        new UnicodeTranscode(),
        new UnsortedSegmentJoin());
  }
}
