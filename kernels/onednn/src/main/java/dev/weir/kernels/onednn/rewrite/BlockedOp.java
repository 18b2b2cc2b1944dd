package dev.weir.kernels.onednn.rewrite;

import dev.weir.error.WeirException;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * An op over images whose elements are in oneDNN's blocked order: for a block of channels all
 * places of an image, then the next block. Images keep their shape, and since only whole blocks are
 * stored so, their size; none but nodes of this op, and those that do not care about the order of
 * elements, may see them.
 */
public final class BlockedOp implements OpDefinition {
  private static final String PREFIX = "_Blocked";

  private final OpDefinition plain;
  private final Signature signature;

  BlockedOp(OpDefinition plain) {
    this.plain = plain;
    this.signature = plain.signature().renamed(PREFIX + plain.signature().name());
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
  public Signature signature() {
    return signature;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return plain.inferShapes(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    throw WeirException.internal("only oneDNN has a kernel for %s", spec.op());
  }

  @Override
  public String notDifferentiable() {
    return "it is made after differentiation";
  }

  @Override
  public NodeKind kind() {
    return plain.kind();
  }

  @Override
  public double workPerByte() {
    return plain.workPerByte();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockedOp that && plain.equals(that.plain);
  }

  @Override
  public int hashCode() {
    return plain.hashCode() + 1;
  }
}
