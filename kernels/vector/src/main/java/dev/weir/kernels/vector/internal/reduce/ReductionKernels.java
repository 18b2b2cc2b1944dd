package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RowReduction;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.function.Function;
import jdk.incubator.vector.VectorOperators;

/** Reductions of numbers of one type. */
public final class ReductionKernels {
  private final KernelTable table;
  private final DType dtype;
  private final ScalarType element;

  private ReductionKernels(KernelTable table, DType dtype) {
    this.table = table;
    this.dtype = dtype;
    this.element = ScalarType.of(dtype);
  }

  public static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (!dtype.isObject() && dtype != DType.BOOL) {
        new ReductionKernels(table, dtype).add();
        ScanVectorKernel.addTo(table, dtype);
      }
    }
    TruthVectorKernel.addTo(table);
  }

  private void add() {
    add("Sum", ReductionOperands.of(dtype), ReductionFunction.sum(element.isReal()));
    add("Mean", ReductionOperands.wide(dtype), mean());
    table.addCached(
        "BiasAddGrad",
        dtype,
        spec -> spec.attrs().string("data_format"),
        format ->
            kernel(
                ReductionOperands.of(dtype),
                ReductionFunction.sum(element.isReal()),
                context -> allButChannels(context.input(0).shape(), format)));
    if (dtype.isComplex()) {
      return;
    }
    add("Prod", ReductionOperands.of(dtype), ReductionFunction.product(element.isReal()));
    add("Max", ReductionOperands.unchanged(dtype), greatest());
    add("Min", ReductionOperands.unchanged(dtype), least());
    add("EuclideanNorm", ReductionOperands.of(dtype), norm());
    if (element.isReal()) {
      table.addShared(
          "L2Loss",
          dtype,
          () ->
              kernel(
                  ReductionOperands.of(dtype),
                  ReductionFunction.squares(true).finishedBy((total, count) -> half(total)),
                  context -> ReducedShape.all(context.input(0).shape())));
    }
  }

  private void add(String op, ReductionOperands<?> operands, ReductionFunction function) {
    if (dtype == DType.FLOAT32 || dtype == DType.FLOAT64) {
      table.lanes().addReduction(op, dtype, () -> rows(operands, function));
    }
    table.addCached(
        op,
        dtype,
        spec -> spec.attrs().bool("keep_dims"),
        keepsDimensions ->
            kernel(
                operands,
                function,
                context ->
                    ReducedShape.along(
                        context.input(0).shape(), context.input(1), keepsDimensions)));
  }

  private RowReduction rows(ReductionOperands<?> operands, ReductionFunction function) {
    ReductionLoop loop = new ReductionLoops(operands, element, function).first();
    return (at, rows, columns, out) -> {
      if (columns > 0) {
        loop.rows(at, rows, columns, columns, out);
      } else {
        for (long i = 0; i < rows; i++) {
          loop.finish(loop.start(), 0, out + (i << element.shift()));
        }
      }
    };
  }

  private Kernel kernel(
      ReductionOperands<?> operands,
      ReductionFunction function,
      Function<KernelContext, ReducedShape> shapes) {
    return new ReductionVectorKernel(
        new ReductionLoops(operands, element, function),
        element.shift(),
        dtype.isComplex() ? context -> shapes.apply(context).withParts() : shapes);
  }

  private ReductionFunction mean() {
    ReductionFunction sum = ReductionFunction.sum(element.isReal());
    if (dtype.isComplex()) {
      return sum.finishedBy((total, count) -> count == 0 ? total : quotient(total, count));
    }
    if (element.isReal()) {
      return sum.finishedBy(ReductionKernels::quotient);
    }
    return dtype.isUnsigned()
        ? sum.finishedBy((total, count) -> count == 0 ? 0 : Long.divideUnsigned(total, count))
        : sum.finishedBy((total, count) -> count == 0 ? 0 : total / count);
  }

  private static long quotient(long total, long count) {
    return ReductionFunction.bits(ReductionFunction.number(total) / count);
  }

  private static long half(long total) {
    return ReductionFunction.bits(ReductionFunction.number(total) / 2);
  }

  private ReductionFunction greatest() {
    if (element.isReal()) {
      return ReductionFunction.real(Double.NEGATIVE_INFINITY, (x, y) -> x.max(y), Math::max);
    }
    if (dtype == DType.UINT64) {
      return ReductionFunction.whole(
          0,
          (x, y) -> x.lanewise(VectorOperators.UMAX, y),
          (x, y) -> Long.compareUnsigned(x, y) >= 0 ? x : y);
    }
    return dtype == DType.UINT32
        ? ReductionFunction.whole(0, (x, y) -> x.lanewise(VectorOperators.UMAX, y), Math::max)
        : ReductionFunction.whole(leastInteger(), (x, y) -> x.max(y), Math::max);
  }

  private ReductionFunction least() {
    if (element.isReal()) {
      return ReductionFunction.real(Double.POSITIVE_INFINITY, (x, y) -> x.min(y), Math::min);
    }
    if (dtype == DType.UINT64) {
      return ReductionFunction.whole(
          -1,
          (x, y) -> x.lanewise(VectorOperators.UMIN, y),
          (x, y) -> Long.compareUnsigned(x, y) <= 0 ? x : y);
    }
    return dtype == DType.UINT32
        ? ReductionFunction.whole(
            0xFFFFFFFFL, (x, y) -> x.lanewise(VectorOperators.UMIN, y), Math::min)
        : ReductionFunction.whole(greatestInteger(), (x, y) -> x.min(y), Math::min);
  }

  private boolean isSigned() {
    return switch (dtype) {
      case UINT8, QUINT8, UINT16, QUINT16, UINT32, UINT64 -> false;
      default -> true;
    };
  }

  private int width() {
    return Byte.SIZE << element.shift();
  }

  private long leastInteger() {
    return isSigned() ? Long.MIN_VALUE >> Long.SIZE - width() : 0;
  }

  private long greatestInteger() {
    return Long.MAX_VALUE >>> Long.SIZE - width() - (isSigned() ? 0 : 1);
  }

  /** The squares of integers are added in the type, and may wrap. */
  private ReductionFunction norm() {
    ReductionFunction squares = ReductionFunction.squares(element.isReal());
    if (element.isReal()) {
      return squares.finishedBy(
          (total, count) -> ReductionFunction.bits(Math.sqrt(ReductionFunction.number(total))));
    }
    if (dtype == DType.UINT64) {
      return squares.finishedBy(
          (total, count) -> (long) Math.sqrt(total < 0 ? total + 0x1p64 : total));
    }
    int above = Long.SIZE - width();
    return isSigned()
        ? squares.finishedBy((total, count) -> (long) Math.sqrt(total << above >> above))
        : squares.finishedBy((total, count) -> (long) Math.sqrt(total << above >>> above));
  }

  private static ReducedShape allButChannels(Shape shape, String format) {
    return ReducedShape.allBut(shape, format.equals("NCHW") ? 1 : shape.rank() - 1);
  }
}
