package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import java.util.function.ToLongFunction;

/**
 * Hashes every string into a bucket. The hash may change with TensorFlow’s platform; prefer {@code
 * StringToHashBucketFast}.
 */
final class StringToHashBucket extends HashBucket {
  StringToHashBucket() {
    super("StringToHashBucket(string_tensor: string) -> (output: int64) num_buckets:int >=1;");
  }

  @Override
  ToLongFunction<byte[]> hash(Attributes attrs) {
    return Hashes::murmur;
  }
}
