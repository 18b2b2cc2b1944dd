package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.recurrent.CellBlocks.Block;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The backward pass of an LSTM over sequences. Each step is a product with the gradient of the
 * gates' sums in the next step, followed by the loops of the gates, which blocks of cells run in
 * parallel. The gradients of the inputs and of the weights are then one product each for all steps.
 */
final class LstmBackward {
  private static final int SAVED = 9;
  private static final int STATE_GRADIENT = 16;
  private static final int OUTPUT_GRADIENT = 17;

  /** Outputs of the kernel. */
  private static final int X = 0;

  private static final int STATE = 1;
  private static final int OUTPUT = 2;
  private static final int WEIGHTS = 3;
  private static final int FIRST_PEEPHOLE = 4;
  private static final int BIAS = 7;

  private final KernelContext context;
  private final LstmInputs inputs;
  private final MatrixProducts products;
  private final int steps;
  private final int batch;
  private final int cells;
  private final int width;
  private final Tensor outputs;
  private final Tensor biasGradient;
  private final LstmBackRows back;

  LstmBackward(KernelContext context, LstmOp op, int steps) {
    this.context = context;
    this.products = context.products();
    this.inputs = LstmInputs.of(context, 1);
    this.steps = steps;
    this.batch = inputs.batch();
    this.cells = inputs.cells();
    this.width = inputs.width();
    Tensor[] saved = new Tensor[LstmOp.H];
    for (int i = 0; i < saved.length; i++) {
      saved[i] = context.input(SAVED + i);
    }
    this.outputs = context.input(SAVED + LstmOp.H);
    Tensor[] peepholes = new Tensor[inputs.peepholes().length];
    for (int i = 0; i < peepholes.length; i++) {
      peepholes[i] = zeros(FIRST_PEEPHOLE + i, inputs.peepholes()[i].shape());
    }
    this.biasGradient = zeros(BIAS, inputs.bias().shape());
    this.back =
        new LstmBackRows(
            op,
            inputs,
            saved,
            context.input(STATE_GRADIENT),
            context.input(OUTPUT_GRADIENT),
            floats((long) steps * batch, width),
            zeros(STATE, inputs.state().shape()),
            peepholes);
  }

  private Tensor floats(long... sizes) {
    return context.scratch(DType.FLOAT32, Shape.of(sizes));
  }

  private Tensor zeros(int output, Shape shape) {
    Tensor tensor = context.allocate(output, shape);
    tensor.buffer().fill(0, tensor.byteSize(), (byte) 0);
    return tensor;
  }

  /** Computes all gradients. */
  void run() {
    if (batch > 0 && cells > 0) {
      backThroughSteps();
    } else {
      zeros(OUTPUT, inputs.output().shape());
    }
    inputGradient();
    weightGradient();
  }

  /**
   * The data of a block of cells.
   *
   * @param output the gradient of its outputs that comes from the step after, {@code [batch,
   *     width]}
   * @param factor the weights that its outputs go through, transposed
   */
  private record Work(Block block, Tensor output, MatrixProducts.Factor factor) {
    MatrixView matrix(long rows) {
      return MatrixView.of(output, 0, rows, block.width());
    }
  }

  private void backThroughSteps() {
    List<Work> works = new ArrayList<>();
    if (CellBlocks.areWorthwhile(steps)) {
      CellBlocks.of(context, batch, cells).forEach(block -> works.add(prepare(block)));
    } else {
      works.add(whole());
    }
    Tensor outputBefore = context.allocate(OUTPUT, inputs.output().shape());
    for (int step = steps - 1; step >= -1; step--) {
      int current = step;
      context
          .parallel()
          .forRange(
              works.size(),
              1,
              (from, to) -> {
                for (long i = from; i < to; i++) {
                  step(works.get((int) i), current, outputBefore);
                }
              });
      context.checkCancelled();
    }
  }

  private Tensor cleared(Block block) {
    Tensor tensor = floats(batch, block.width());
    tensor.buffer().fill(0, tensor.byteSize(), (byte) 0);
    return tensor;
  }

  private MatrixView sumsOfStep(int step) {
    return MatrixView.of(back.sums(), (long) step * batch * width, batch, width);
  }

  /** The rows of the weights that the outputs of a block go through. */
  private MatrixView weightsBehind(Block block) {
    long first = (long) (inputs.inputs() + block.first()) * width;
    return MatrixView.of(inputs.weights(), first, block.width(), width).transposed();
  }

  private Work prepare(Block block) {
    Tensor output = cleared(block);
    MatrixView product = MatrixView.of(output, 0, batch, block.width());
    return new Work(
        block, output, products.prepare(context, sumsOfStep(0), weightsBehind(block), product));
  }

  /** With few steps all cores share each product. */
  private Work whole() {
    Block block = new Block(0, cells);
    return new Work(
        block,
        cleared(block),
        (sums, product) -> products.multiply(context, sums, weightsBehind(block), product));
  }

  /** A block's part of a step; step -1 leaves only the gradient of the outputs before the first. */
  private void step(Work work, int step, Tensor outputBefore) {
    if (step + 1 < steps && (step >= 0 || context.isWanted(OUTPUT))) {
      work.factor.multiply(sumsOfStep(step + 1), work.matrix(batch));
    }
    if (step < 0) {
      copyRows(work, outputBefore);
      return;
    }
    Block block = work.block;
    for (int row = 0; row < batch; row++) {
      long outputAfter = RawMemory.address(work.output) + (long) row * block.width() * Float.BYTES;
      back.run(block, step, row, outputAfter);
      addToBias(block, (long) step * batch + row);
    }
  }

  private void addToBias(Block block, long stepRow) {
    for (int gate = 0; gate < LstmOp.GATES; gate++) {
      long column = (long) gate * cells + block.first();
      long sum = RawMemory.address(biasGradient) + column * Float.BYTES;
      RecurrentLoops.ADD.run(block.width(), sum, sum, back.sum(block, stepRow, gate));
    }
  }

  private void copyRows(Work work, Tensor outputBefore) {
    int count = work.block.width();
    for (int row = 0; row < batch; row++) {
      long to = (long) row * cells + work.block.first();
      outputBefore.copyFrom(work.output, (long) row * count, to, count);
    }
  }

  private void inputGradient() {
    if (!context.isWanted(X)) {
      return;
    }
    Tensor gradient = context.allocate(X, inputs.x().shape());
    long rows = (long) steps * batch;
    MatrixView computed = MatrixView.of(gradient, 0, rows, inputs.inputs());
    products.multiply(
        context,
        MatrixView.of(back.sums(), 0, rows, width),
        inputs.inputWeights().transposed(),
        computed);
    long bytes = computed.span() * Float.BYTES;
    gradient.buffer().fill(bytes, gradient.byteSize() - bytes, (byte) 0);
  }

  private void weightGradient() {
    if (!context.isWanted(WEIGHTS)) {
      return;
    }
    Tensor gradient = context.allocate(WEIGHTS, inputs.weights().shape());
    long rows = (long) steps * batch;
    MatrixView sums = MatrixView.of(back.sums(), 0, rows, width);
    products.multiply(
        context,
        MatrixView.of(inputs.x(), 0, rows, inputs.inputs()).transposed(),
        sums,
        MatrixView.of(gradient, 0, inputs.inputs(), width));
    products.multiply(
        context,
        MatrixView.of(outputsBefore(), 0, rows, cells).transposed(),
        sums,
        MatrixView.of(gradient, (long) inputs.inputs() * width, cells, width));
  }

  /** What the gates saw of the outputs before, in all steps. */
  private Tensor outputsBefore() {
    Tensor before = floats((long) steps * batch, cells);
    long size = (long) batch * cells;
    if (steps > 0) {
      before.copyFrom(inputs.output(), 0, 0, size);
      before.copyFrom(outputs, 0, size, (steps - 1) * size);
    }
    return before;
  }
}
