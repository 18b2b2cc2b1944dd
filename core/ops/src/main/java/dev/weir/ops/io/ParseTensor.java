package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The tensor that a string, a TensorProto, stands for; it must be of the type asked for. */
final class ParseTensor extends Op {
  ParseTensor() {
    super("ParseTensor(serialized: string) -> (output: out_type) out_type:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of(Shape.unknown());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.outputDtype(0);
    return context -> {
      Tensor tensor = TensorFiles.fromBinary(context.input(0).getBytes(0));
      if (tensor.dtype() != dtype) {
        throw WeirException.invalidArgument(
            "the tensor must be of type %s, it is %s%s", dtype, tensor.dtype(), tensor.shape());
      }
      Tensor out = context.allocate(0, tensor.shape());
      out.copyFrom(tensor, 0, 0, tensor.elements());
    };
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
