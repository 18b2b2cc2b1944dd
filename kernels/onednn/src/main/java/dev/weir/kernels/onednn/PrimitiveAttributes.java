package dev.weir.kernels.onednn;

import java.util.List;

/** How a primitive computes, as a value: part of what identifies a compiled primitive. */
record PrimitiveAttributes(FpMathMode mathMode, List<PostOp> postOps) {

  /** Full float32 arithmetic, no post-ops. */
  static final PrimitiveAttributes STRICT = with(List.of());

  PrimitiveAttributes {
    postOps = List.copyOf(postOps);
  }

  /** Full float32 arithmetic and these post-ops. */
  static PrimitiveAttributes with(List<PostOp> postOps) {
    return new PrimitiveAttributes(FpMathMode.STRICT, postOps);
  }
}
