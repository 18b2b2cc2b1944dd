package dev.weir.ops.nn.conv;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.SameAttributes;
import dev.weir.ops.support.WindowAxis;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The largest sum of an image and a filter that slides over it: grayscale dilation. */
final class Dilation2D extends DilationOp {
  Dilation2D() {
    super(
        "Dilation2D(input: T, filter: T) -> (output: T) T:type in [float, double, int32,"
            + " uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64];"
            + " strides:list(int) >=4; rates:list(int) >=4; padding:string in [\"SAME\","
            + " \"VALID\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(output(context));
  }

  @Override
  public void gradient(GradientContext context) {
    String[] attributes = {"strides", "rates", "padding"};
    Output[] operands = {context.input(0), context.input(1), context.gradient()};
    context.flow(
        0, () -> SameAttributes.build(context, "Dilation2DBackpropInput", attributes, operands));
    context.flow(
        1, () -> SameAttributes.build(context, "Dilation2DBackpropFilter", attributes, operands));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> dilate(context, attrs);
  }

  private static void dilate(KernelContext context, Attributes attrs) {
    Tensor input = context.input(0);
    Tensor filter = context.input(1);
    Shape in = input.shape();
    ConvolutionPlan plan = plan(attrs, in, filter.shape());
    WindowAxis rows = plan.axes().get(1);
    WindowAxis columns = plan.axes().get(2);
    Tensor output =
        context.allocate(0, Shape.of(in.size(0), rows.out(), columns.out(), in.size(3)));
    if (output.elements() == 0) {
      return;
    }
    int size = Math.toIntExact(output.shape().elements(1, 4));
    long image = in.elements(1, 4);
    for (long n = 0; n < in.size(0); n++) {
      DilationWinners winners = DilationWinners.of(context, plan, input, n * image, filter, size);
      for (int i = 0; i < size; i++) {
        int place = winners.places()[i];
        if (place < 0) {
          setLowest(output, n * size + i);
        } else {
          set(output, n * size + i, input, n * image + place, filter, winners.taps()[i]);
        }
      }
    }
  }

  /** The result where the filter is on nothing of the image: the least number of its type. */
  private static void setLowest(Tensor output, long at) {
    DType dtype = output.dtype();
    if (dtype.isFloating()) {
      output.setDouble(at, lowest(dtype));
    } else {
      int bits = Byte.SIZE * dtype.byteSize();
      output.setLong(at, dtype.isUnsigned() ? 0 : Long.MIN_VALUE >> (Long.SIZE - bits));
    }
  }

  private static double lowest(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> -65504;
      case BFLOAT16 -> -0x1.fep127;
      case FLOAT32 -> -Float.MAX_VALUE;
      default -> -Double.MAX_VALUE;
    };
  }

  private static void set(Tensor output, long at, Tensor input, long i, Tensor filter, long j) {
    if (output.dtype().isFloating()) {
      output.setDouble(at, input.getDouble(i) + filter.getDouble(j));
    } else {
      output.setLong(at, input.getLong(i) + filter.getLong(j));
    }
  }
}
