package dev.weir.graph;

import org.jspecify.annotations.Nullable;

/**
 * Properties of an op that passes ask for when they fuse nodes or change the layout of tensors,
 * instead of knowing its name.
 *
 * @param isElementwise whether an element of the output depends on the elements at its place in the
 *     inputs only, once these are broadcast to one shape. The op then works in any order of
 *     elements, if all inputs have the same
 * @param isPerChannel whether input 1 has a number for each channel of input 0, whose layout is the
 *     attribute {@code data_format}, or {@code NHWC} if it has none
 * @param isAddition whether the output is the sum of the inputs
 * @param isShapeOnly whether the output depends on the shapes of the inputs only
 * @param activation which activation function it is; null if none that can be fused
 */
public record OpTraits(
    boolean isElementwise,
    boolean isPerChannel,
    boolean isAddition,
    boolean isShapeOnly,
    @Nullable ActivationKind activation) {
  /** None of them. */
  public static final OpTraits NONE = new OpTraits(false, false, false, false, null);

  /** Any elementwise op. */
  public static final OpTraits ELEMENTWISE = new OpTraits(true, false, false, false, null);

  /** The elementwise sum. */
  public static final OpTraits ADDITION = new OpTraits(true, false, true, false, null);

  /** The sum with a bias. */
  public static final OpTraits BIAS_ADDITION = new OpTraits(false, true, true, false, null);

  /** An op that ignores values. */
  public static final OpTraits SHAPE_ONLY = new OpTraits(false, false, false, true, null);

  /** An elementwise activation function. */
  public static OpTraits of(ActivationKind activation) {
    return new OpTraits(true, false, false, false, activation);
  }

  /** Whether it adds a number to each channel. */
  public boolean isBiasAddition() {
    return isPerChannel && isAddition;
  }

  /** Whether it adds tensors element by element. */
  public boolean isElementwiseAddition() {
    return isElementwise && isAddition;
  }
}
