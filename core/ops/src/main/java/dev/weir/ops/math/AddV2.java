package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.ComplexMath;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code z = x + y}, broadcasting. Integers wrap. */
final class AddV2 extends Op {
  AddV2() {
    super(
        "AddV2(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double, uint8, uint16,"
            + " uint32, uint64, int8, int16, int32, int64, complex64, complex128];"
            + " commutative aggregate");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.broadcastInputs(context);
  }

  /** Not exact for floats: -0.0 + 0.0 is 0.0. */
  @Override
  public Algebra algebra() {
    return new Algebra(0.0, 0.0, false, false, false);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    if (spec.inputDtype(0).isComplex()) {
      return BinaryKernels.complex(ComplexMath::add);
    }
    return spec.inputDtype(0).isFloating()
        ? BinaryKernels.real(Double::sum)
        : BinaryKernels.integer(Long::sum);
  }
}
