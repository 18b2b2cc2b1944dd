package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.function.Consumer;

/** {@code GRUBlockCell}. */
final class GruVectorKernel implements Kernel {
  @Override
  public void compute(KernelContext context) {
    GruInputs inputs = GruInputs.of(context);
    Shape shape = inputs.before().shape();
    Tensor reset = context.allocate(0, shape);
    Tensor update = context.allocate(1, shape);
    Tensor candidate = context.allocate(2, shape);
    Tensor output = context.allocate(3, shape);
    if (output.elements() == 0) {
      return;
    }
    Tensor kept = context.scratch(DType.FLOAT32, shape);
    gates(context, inputs, reset, update, kept);
    candidate(context, inputs, kept, candidate);
    forRows(
        context,
        inputs,
        row ->
            GruLoops.OUTPUT.run(
                inputs.cells(),
                row.in(output),
                row.in(update),
                row.in(candidate),
                row.in(inputs.before())));
  }

  /** A row of matrices that are as wide as there are cells. */
  private record Row(long index, int cells) {
    long in(Tensor tensor) {
      return in(tensor, 1, 0);
    }

    /** In a matrix of so many parts side by side, the row of one of them. */
    long in(Tensor tensor, int parts, int part) {
      return RawMemory.address(tensor) + (index * parts + part) * cells * Float.BYTES;
    }
  }

  private static void forRows(KernelContext context, GruInputs inputs, Consumer<Row> body) {
    int cells = inputs.cells();
    Grain.COSTLY.forRows(
        context,
        inputs.batch(),
        cells,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            body.accept(new Row(row, cells));
          }
        });
  }

  /** Both gates, and the previous output multiplied by the reset gate. */
  private static void gates(
      KernelContext context, GruInputs inputs, Tensor reset, Tensor update, Tensor kept) {
    Tensor weights = inputs.gateWeights();
    Tensor ofX = GruInputs.product(context, GruInputs.matrix(inputs.x()), inputs.ofInputs(weights));
    MatrixView before = GruInputs.matrix(inputs.before());
    Tensor ofBefore = GruInputs.product(context, before, inputs.ofOutputs(weights));
    Tensor bias = context.input(4);
    int cells = inputs.cells();
    Row first = new Row(0, cells);
    forRows(
        context,
        inputs,
        row -> {
          Tensor[] gates = {reset, update};
          for (int gate = 0; gate < gates.length; gate++) {
            long out = row.in(gates[gate]);
            RecurrentLoops.SUM.run(
                cells,
                out,
                row.in(ofX, GruInputs.GATES, gate),
                row.in(ofBefore, GruInputs.GATES, gate),
                first.in(bias, GruInputs.GATES, gate));
            RecurrentLoops.SIGMOID.run(cells, out, out);
          }
          RecurrentLoops.MULTIPLY.run(cells, row.in(kept), row.in(inputs.before()), row.in(reset));
        });
  }

  private static void candidate(
      KernelContext context, GruInputs inputs, Tensor kept, Tensor candidate) {
    Tensor weights = inputs.candidateWeights();
    Tensor ofX = GruInputs.product(context, GruInputs.matrix(inputs.x()), inputs.ofInputs(weights));
    Tensor ofKept = GruInputs.product(context, GruInputs.matrix(kept), inputs.ofOutputs(weights));
    Tensor bias = context.input(5);
    forRows(
        context,
        inputs,
        row -> {
          long out = row.in(candidate);
          long itsBias = RawMemory.address(bias);
          RecurrentLoops.SUM.run(inputs.cells(), out, row.in(ofX), row.in(ofKept), itsBias);
          RecurrentLoops.TANH.run(inputs.cells(), out, out);
        });
  }
}
