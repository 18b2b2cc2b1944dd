package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * The inputs that all kernels of gated recurrent units have.
 *
 * @param x the input, {@code [batch, inputs]}
 * @param before the previous output, {@code [batch, cells]}
 * @param gateWeights {@code [inputs + cells, 2 cells]}
 * @param candidateWeights {@code [inputs + cells, cells]}
 */
record GruInputs(Tensor x, Tensor before, Tensor gateWeights, Tensor candidateWeights) {
  static final int GATES = 2;

  static GruInputs of(KernelContext context) {
    return new GruInputs(context.input(0), context.input(1), context.input(2), context.input(3));
  }

  int batch() {
    return Math.toIntExact(before.shape().size(0));
  }

  int cells() {
    return Math.toIntExact(before.shape().size(1));
  }

  int inputs() {
    return Math.toIntExact(x.shape().size(1));
  }

  /** All of a tensor of rank 2. */
  static MatrixView matrix(Tensor tensor) {
    return MatrixView.of(tensor, 0, tensor.shape().size(0), tensor.shape().size(1));
  }

  /** The rows of weights that x is multiplied by. */
  MatrixView ofInputs(Tensor weights) {
    return MatrixView.of(weights, 0, inputs(), weights.shape().size(1));
  }

  /** The rows of weights that the previous output is multiplied by. */
  MatrixView ofOutputs(Tensor weights) {
    long columns = weights.shape().size(1);
    return MatrixView.of(weights, inputs() * columns, cells(), columns);
  }

  /** The product of two matrices, in scratch memory. */
  static Tensor product(KernelContext context, MatrixView a, MatrixView b) {
    Tensor product = context.scratch(DType.FLOAT32, Shape.of(a.rows(), b.columns()));
    context.products().multiply(context, a, b, matrix(product));
    return product;
  }
}
