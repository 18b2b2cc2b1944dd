package dev.weir.kernels.onednn;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A convolution of images, or one of its gradients, in float32. Images have the given layout, the
 * weights the one that suits best.
 *
 * @param hasBias whether a bias is added, or the gradient for one is summed up
 * @param epilogue what else is done to the result of a convolution with a bias
 */
record ConvolutionSpec(
    Direction direction,
    MemoryDesc source,
    MemoryDesc destination,
    MemoryDesc weights,
    DnnlPrimitives.Slide slide,
    boolean hasBias,
    @Nullable Epilogue epilogue)
    implements PrimitiveSpec {
  /** What is computed from what. */
  enum Direction {
    FORWARD(PrimitiveArgument.SOURCE, PrimitiveArgument.WEIGHTS, PrimitiveArgument.DESTINATION),
    SOURCE_GRADIENT(
        PrimitiveArgument.SOURCE_GRADIENT,
        PrimitiveArgument.WEIGHTS,
        PrimitiveArgument.DESTINATION_GRADIENT),
    WEIGHTS_GRADIENT(
        PrimitiveArgument.SOURCE,
        PrimitiveArgument.WEIGHTS_GRADIENT,
        PrimitiveArgument.DESTINATION_GRADIENT);

    private final List<PrimitiveArgument> arguments;

    Direction(PrimitiveArgument source, PrimitiveArgument weights, PrimitiveArgument destination) {
      this.arguments = List.of(source, weights, destination);
    }

    /** The part that the weights play. */
    PrimitiveArgument weights() {
      return arguments.get(1);
    }
  }

  @Override
  public List<PrimitiveArgument> arguments() {
    if (epilogue != null) {
      return epilogue.argumentsAfter(direction.arguments);
    }
    if (!hasBias) {
      return direction.arguments;
    }
    List<PrimitiveArgument> all = new ArrayList<>(direction.arguments);
    all.add(
        direction == Direction.FORWARD ? PrimitiveArgument.BIAS : PrimitiveArgument.BIAS_GRADIENT);
    return all;
  }

  private PrimitiveAttributes attributes() {
    return epilogue == null ? PrimitiveAttributes.STRICT : epilogue.attributes(destination);
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    long from = scope.memoryDesc(source);
    long filter = scope.memoryDesc(MemoryDesc.any(DataType.F32, weights.dims()));
    long to = scope.memoryDesc(destination);
    long bias =
        hasBias ? scope.memoryDesc(MemoryDesc.rowMajor(DataType.F32, destination.dims()[1])) : 0;
    long attributes = scope.attributes(attributes());
    long forward =
        DnnlPrimitives.convolution(engine.handle(), from, filter, bias, to, slide, attributes);
    if (direction == Direction.FORWARD) {
      return forward;
    }
    scope.own(DnnlObject.PRIMITIVE_DESC, forward);
    return direction == Direction.SOURCE_GRADIENT
        ? DnnlPrimitives.convolutionBackwardData(
            engine.handle(), from, filter, to, slide, forward, attributes)
        : DnnlPrimitives.convolutionBackwardWeights(
            engine.handle(), from, filter, bias, to, slide, forward, attributes);
  }

  @Override
  public String toString() {
    return "convolution %s of %s and %s to %s, %s, %s"
        .formatted(direction, source, weights, destination, slide, epilogue);
  }
}
