package dev.weir.ops.strings;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Strings. */
public final class StringsLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new AsString(),
        new ReduceJoin(),
        new RegexFullMatch(),
        new RegexReplace(),
        new StaticRegexFullMatch(),
        new StaticRegexReplace(),
        new StringFormat(),
        new StringJoin(),
        new StringLength(),
        new StringLower(),
        new StringNGrams(),
        new StringSplitV2(),
        new StringStrip(),
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

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new StringSplit(), new StringToHashBucket());
  }
}
