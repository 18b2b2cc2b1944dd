package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code GRUBlockCellGrad}. */
final class GruGradVectorKernel implements Kernel {
  private static final int RESET = 6;
  private static final int UPDATE = 7;
  private static final int CANDIDATE = 8;
  private static final int OUTPUT_GRADIENT = 9;

  @Override
  public void compute(KernelContext context) {
    GruInputs inputs = GruInputs.of(context);
    Shape shape = inputs.before().shape();
    Tensor ofX = context.allocate(0, inputs.x().shape());
    Tensor ofBefore = context.allocate(1, shape);
    Tensor ofCandidate = context.allocate(2, shape);
    long gates = (long) GruInputs.GATES * inputs.cells();
    Tensor ofGates = context.allocate(3, Shape.of(inputs.batch(), gates));
    if (inputs.batch() == 0) {
      return;
    }
    outputBack(context, inputs, ofCandidate, ofGates);
    // both are [batch, inputs + cells]
    Tensor behindCandidate =
        GruInputs.product(
            context,
            GruInputs.matrix(ofCandidate),
            GruInputs.matrix(inputs.candidateWeights()).transposed());
    resetBack(context, inputs, behindCandidate, ofGates);
    Tensor behindGates =
        GruInputs.product(
            context,
            GruInputs.matrix(ofGates),
            GruInputs.matrix(inputs.gateWeights()).transposed());
    inputsBack(context, inputs, behindCandidate, behindGates, ofX, ofBefore);
  }

  private static void forRows(KernelContext context, GruInputs inputs, ParallelFor.Range body) {
    Grain.CHEAP.forRows(context, inputs.batch(), inputs.cells(), body);
  }

  /** Where a row begins of a matrix with so many columns, from one of its columns on. */
  private static long at(Tensor matrix, long row, long columns, long column) {
    return RawMemory.address(matrix) + (row * columns + column) * Float.BYTES;
  }

  private static void outputBack(
      KernelContext context, GruInputs inputs, Tensor ofCandidate, Tensor ofGates) {
    int cells = inputs.cells();
    forRows(
        context,
        inputs,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            GruLoops.OUTPUT_BACK.run(
                cells,
                at(ofCandidate, row, cells, 0),
                at(ofGates, row, 2L * cells, cells),
                at(context.input(UPDATE), row, cells, 0),
                at(context.input(CANDIDATE), row, cells, 0),
                at(context.input(OUTPUT_GRADIENT), row, cells, 0),
                at(inputs.before(), row, cells, 0));
          }
        });
  }

  private static void resetBack(
      KernelContext context, GruInputs inputs, Tensor behindCandidate, Tensor ofGates) {
    int cells = inputs.cells();
    long columns = (long) inputs.inputs() + cells;
    forRows(
        context,
        inputs,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            GruLoops.RESET_BACK.run(
                cells,
                at(ofGates, row, 2L * cells, 0),
                at(behindCandidate, row, columns, inputs.inputs()),
                at(inputs.before(), row, cells, 0),
                at(context.input(RESET), row, cells, 0));
          }
        });
  }

  private static void inputsBack(
      KernelContext context,
      GruInputs inputs,
      Tensor behindCandidate,
      Tensor behindGates,
      Tensor ofX,
      Tensor ofBefore) {
    int cells = inputs.cells();
    int width = inputs.inputs();
    long columns = (long) width + cells;
    forRows(
        context,
        inputs,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            RecurrentLoops.ADD.run(
                width,
                at(ofX, row, width, 0),
                at(behindGates, row, columns, 0),
                at(behindCandidate, row, columns, 0));
            GruLoops.STATE_BACK.run(
                cells,
                at(ofBefore, row, cells, 0),
                at(behindGates, row, columns, width),
                at(behindCandidate, row, columns, width),
                at(context.input(RESET), row, cells, 0),
                at(context.input(OUTPUT_GRADIENT), row, cells, 0),
                at(context.input(UPDATE), row, cells, 0));
          }
        });
  }
}
