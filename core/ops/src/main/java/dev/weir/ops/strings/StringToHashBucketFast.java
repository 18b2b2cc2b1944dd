package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import java.util.function.ToLongFunction;

/** Hashes every string into a bucket, by a hash that never changes: FarmHash’s fingerprint. */
final class StringToHashBucketFast extends HashBucket {
  StringToHashBucketFast() {
    super("StringToHashBucketFast(input: string) -> (output: int64) num_buckets:int >=1;");
  }

  @Override
  ToLongFunction<byte[]> hash(Attributes attrs) {
    return FarmHash::fingerprint;
  }
}
