package dev.weir.ops.math;

import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code y} is x in another type. Floating-point numbers become integers by truncation and truth
 * values by whether they are not 0; complex numbers lose their imaginary part. With {@code
 * Truncate}, numbers that become floating-point numbers of less precision are rounded toward 0 and
 * not to the nearest. Numbers outside the range of an integer type become something unspecified.
 */
final class Cast extends Op {
  private static final double LARGEST_EXACT = 1L << 53;

  Cast() {
    super("Cast(x: SrcT) -> (y: DstT) SrcT:type; DstT:type; Truncate:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  /**
   * Integers stay what they are, or wrap; constants that are no integers are truncated. Sizes known
   * in part stay sizes in a type that sizes have.
   */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue known = context.partialValue(0);
    if (context.inputDtype(0).isInteger() && known != null) {
      boolean areSizes = isSize(context.inputDtype(0)) && isSize(context.attrs().type("DstT"));
      return areSizes || known.isFullyKnown() ? known : null;
    }
    Tensor constant = context.constant(0);
    return constant == null || !constant.dtype().isFloating()
        ? null
        : truncated(constant, context.attrs().type("DstT"));
  }

  private static boolean isSize(DType dtype) {
    return dtype == DType.INT32 || dtype == DType.INT64;
  }

  /** Null unless every number becomes an integer that all machines agree about. */
  private static @Nullable PartialValue truncated(Tensor constant, DType type) {
    PartialValue whole = PartialValue.unknown(constant.shape());
    if (whole == null) {
      return null;
    }
    long[] values = new long[whole.length()];
    for (int i = 0; i < values.length; i++) {
      double value = constant.getDouble(i);
      if (!(Math.abs(value) <= LARGEST_EXACT)) {
        return null;
      }
      values[i] = (long) value;
    }
    PartialValue vector = PartialValue.vector(values);
    if (!vector.fits(type)) {
      return null;
    }
    return whole.isScalar() ? vector.asScalar() : vector;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType from = spec.inputDtype(0);
    DType to = spec.outputDtype(0);
    if (from == to) {
      return context -> context.set(0, context.input(0).retained());
    }
    return converting(Conversions.of(from, to, spec.attrs().bool("Truncate")));
  }

  private static Kernel converting(Conversions.Element conversion) {
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      for (long i = 0; i < x.elements(); i++) {
        conversion.convert(x, y, i);
      }
    };
  }

  /** Integers and truth values do not change smoothly: nothing flows through them. */
  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    DType from = context.input(0).dtype();
    DType to = context.output(0).dtype();
    if (isSmooth(from) && isSmooth(to)) {
      context.flow(0, () -> on.cast(context.gradient(), from));
    }
  }

  private static boolean isSmooth(DType dtype) {
    return dtype.isFloating() || dtype.isComplex();
  }
}
