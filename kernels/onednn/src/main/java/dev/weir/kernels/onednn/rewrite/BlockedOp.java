package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * An op over images whose elements are in oneDNN's blocked order: for a block of channels all
 * places of an image, then the next block. Images keep their shape, and since only whole blocks are
 * stored so, their size; only nodes of this op and elementwise ones may see them.
 */
public final class BlockedOp extends InternalOp {
  private static final String PREFIX = "_Blocked";

  private final OpDefinition plain;

  BlockedOp(OpDefinition plain) {
    super(plain.signature().renamed(PREFIX + plain.signature().name()));
    this.plain = plain;
  }

  /** Whether a node of this op works on blocked images. */
  public static boolean isBlocked(String op) {
    return op.startsWith(PREFIX);
  }

  /** The op that computes the same from images in the usual order. */
  public static String plainName(String op) {
    return isBlocked(op) ? op.substring(PREFIX.length()) : op;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return plain.inferShapes(context);
  }

  @Override
  public NodeKind kind() {
    return plain.kind();
  }

  @Override
  public double workPerByte() {
    return plain.workPerByte();
  }
}
