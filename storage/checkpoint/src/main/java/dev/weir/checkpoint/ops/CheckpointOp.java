package dev.weir.checkpoint.ops;

import dev.weir.error.WeirException;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.tensor.Tensor;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;

/** An op on checkpoints, by the line that defines its interface. */
abstract class CheckpointOp implements OpDefinition {
  private final Signature signature;

  CheckpointOp(String signature) {
    this.signature = Signature.of(signature);
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  /** Refuses an input that is no vector of this length, as far as that is known. */
  static void requireVector(ShapeContext context, int input, int length) {
    long size = context.requireRank(input, 1).size(0);
    if (size >= 0 && size != length) {
      throw context.invalid(
          "there must be as many entries as tensors, %d: %s", length, context.describe(input));
    }
  }

  /** The path in a string; {@code scheme://…} is one of another file system. */
  static Path path(Tensor strings, long i) {
    String text = strings.getString(i);
    try {
      return text.contains("://") ? Path.of(URI.create(text)) : Path.of(text);
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      throw WeirException.invalidArgument(
          "\"%s\" cannot be the prefix of a checkpoint: %s", text, String.valueOf(e.getMessage()));
    }
  }
}
