package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Hashes every string into a bucket, by SipHash with a key of two numbers: buckets cannot be aimed
 * at without the key.
 */
final class StringToHashBucketStrong extends HashBucket {
  StringToHashBucketStrong() {
    super(
        "StringToHashBucketStrong(input: string) -> (output: int64) num_buckets:int >=1;"
            + " key:list(int);");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    long[] key = context.attrs().integers("key");
    if (key.length != 2) {
      throw context.invalid("the key must be two numbers, got %d", key.length);
    }
    return super.inferShapes(context);
  }

  @Override
  ToLongFunction<byte[]> hash(Attributes attrs) {
    long[] key = attrs.integers("key");
    return bytes -> Hashes.sip(bytes, key[0], key[1]);
  }
}
