package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * An op that draws numbers for every element of an input of parameters. The output has the
 * dimensions of the samples first and those of the parameters last.
 */
abstract class ParameterRandom extends Op {
  /** Draws one number. */
  @FunctionalInterface
  interface Draw {
    double next(double parameter, Philox generator);
  }

  private final Source source;
  private final int parameters;
  private final boolean isWholeShape;

  /**
   * A kind of op.
   *
   * @param parameters which input has the parameters
   * @param isWholeShape whether the first input is the shape of the output; otherwise it is only
   *     that of the samples for each parameter
   */
  ParameterRandom(String signature, Source source, int parameters, boolean isWholeShape) {
    super(signature);
    this.source = source;
    this.parameters = parameters;
    this.isWholeShape = isWholeShape;
  }

  /** The distribution. */
  abstract Draw draw(DType outputDtype);

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    source.check(context);
    Shape requested = ShapedRandom.requestedShape(context);
    Shape parameter = context.input(parameters);
    if (!isWholeShape) {
      return List.of(requested.concat(parameter));
    }
    boolean isEmpty = Sizes.elements(requested) == 0; // then there is nothing to draw for
    if (!isEmpty && requested.hasRank() && parameter.hasRank() && !endsWith(requested, parameter)) {
      throw context.invalid(
          "shape must end with the shape of the parameters: %s, %s",
          requested, context.describe(parameters));
    }
    return List.of(requested);
  }

  private static boolean endsWith(Shape whole, Shape end) {
    return whole.rank() >= end.rank()
        && whole.slice(whole.rank() - end.rank(), whole.rank()).isCompatibleWith(end);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Draw draw = draw(spec.outputDtype(0));
    return context -> {
      Tensor parameter = context.input(parameters);
      Shape requested = ShapedRandom.requestedShape(context.input(0));
      Tensor output =
          context.allocate(0, isWholeShape ? requested : requested.concat(parameter.shape()));
      long count = parameter.elements();
      long drawn = output.elements();
      if (drawn == 0) {
        return;
      }
      Philox start = source.reserve(context, spec.attrs(), Sampler.RESERVED_BLOCKS * drawn);
      long samples = drawn / count;
      context
          .parallel()
          .forRange(
              drawn,
              200,
              (from, to) -> {
                for (long i = from; i < to; i++) { // all samples of a parameter, then the next
                  long which = i / samples;
                  double value =
                      draw.next(
                          parameter.getDouble(which), start.ahead(Sampler.RESERVED_BLOCKS * i));
                  output.setDouble(i % samples * count + which, value);
                }
              });
    };
  }
}
