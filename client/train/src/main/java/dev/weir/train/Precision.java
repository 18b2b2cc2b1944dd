package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import org.jspecify.annotations.Nullable;

/**
 * In which element types a model keeps its variables and computes.
 *
 * {@snippet :
 * Model model = Model.create(new Graph(), 7).with(Precision.mixedBfloat16());
 * }
 *
 * <p>With a mixed precision variables are float32. Layers take them, and what they are given, in
 * the smaller type where they are used; what adds up many numbers or divides by small ones (the
 * statistics of normalization, softmax, the state of recurrent layers, losses) is computed in
 * float32. Gradients are float32 again where they meet a variable.
 *
 * @param compute the smaller type; null where layers compute in the type they are given
 */
public record Precision(@Nullable DType compute) {
  private static final Precision AS_GIVEN = new Precision(null);

  public Precision {
    if (compute != null && !isSmall(compute)) {
      throw WeirException.invalidArgument(
          "a mixed precision computes in float16 or bfloat16, got %s", compute);
    }
  }

  /** Everything in the type of a layer's input. */
  public static Precision asGiven() {
    return AS_GIVEN;
  }

  /** Computes in bfloat16, which has the range of float32 and a quarter of its digits. */
  public static Precision mixedBfloat16() {
    return new Precision(DType.BFLOAT16);
  }

  /** Computes in float16. Gradients need a {@code LossScale}, which a {@code Trainer} adds. */
  public static Precision mixedFloat16() {
    return new Precision(DType.FLOAT16);
  }

  /** Whether variables have another type than what is computed with them. */
  public boolean isMixed() {
    return compute != null;
  }

  /** Whether gradients may vanish in the small type unless the loss is scaled. */
  public boolean needsLossScale() {
    return compute == DType.FLOAT16;
  }

  /** The type in which something of this type is computed. */
  public DType computed(DType dtype) {
    DType small = compute;
    return small == null || !dtype.isFloating() ? dtype : small;
  }

  /** The type of a variable that is used in computations of this type. */
  public DType stored(DType dtype) {
    return isMixed() && isSmall(dtype) ? DType.FLOAT32 : dtype;
  }

  /** A value in the type it is computed in. */
  public Output computed(Ops ops, Operand value) {
    return as(ops, value, computed(value.dtype()));
  }

  /** A value in this type; itself if it has it. */
  public static Output as(Ops ops, Operand value, DType dtype) {
    return value.dtype() == dtype ? value.asOutput() : ops.math.cast(value, dtype);
  }

  /** A value as float32 if it is float16 or bfloat16, else itself. */
  public static Output wide(Ops ops, Operand value) {
    return isSmall(value.dtype()) ? ops.math.cast(value, DType.FLOAT32) : value.asOutput();
  }

  private static boolean isSmall(DType dtype) {
    return dtype == DType.FLOAT16 || dtype == DType.BFLOAT16;
  }
}
