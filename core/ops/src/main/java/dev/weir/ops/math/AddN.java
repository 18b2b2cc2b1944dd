package dev.weir.ops.math;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code sum} is the sum of all inputs, which have the same shape. Integers wrap. */
final class AddN extends Summing {
  AddN() {
    super(
        "AddN(inputs: N*T) -> (sum: T) N:int >=1; T:type in [float, double, int32,"
            + " uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,"
            + " qint16, quint16, uint16, complex128, half, uint32, uint64, variant];"
            + " commutative aggregate");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(commonShape(context, context.input(0)));
  }
}
