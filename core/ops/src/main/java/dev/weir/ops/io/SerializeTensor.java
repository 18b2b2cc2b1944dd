package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** A tensor as a string: a TensorProto, with numbers as raw bytes. */
final class SerializeTensor extends Op {
  SerializeTensor() {
    super("SerializeTensor(tensor: T) -> (serialized: string) T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context ->
        context.allocate(0, Shape.scalar()).setBytes(0, TensorFiles.toBinary(context.input(0)));
  }

  @Override
  public String notDifferentiable() {
    return "its output is a string";
  }
}
