package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.recurrent.CellBlocks.Block;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.RowLoop;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of an LSTM over some steps. The inputs contribute to the gates by one product for all
 * steps. Then each step is a product with the outputs of the previous step, followed by the loops
 * of the gates; blocks of cells run in parallel and synchronize once per step.
 */
final class LstmForward {
  private final KernelContext context;
  private final LstmOp op;
  private final LstmInputs inputs;
  private final LstmResults results;
  private final MatrixProducts products;
  private final int steps;
  private final int batch;
  private final int cells;

  /** The contribution of the inputs to the sums of the gates, {@code [steps, batch, 4 cells]}. */
  private final Tensor seen;

  /** The bias with the forget bias in it. */
  private final Tensor bias;

  /** How large the states of a row can become, if they are clipped. */
  private final Tensor limits;

  LstmForward(KernelContext context, LstmOp op, LstmInputs inputs, LstmResults results, int steps) {
    this.context = context;
    this.products = context.products();
    this.op = op;
    this.inputs = inputs;
    this.results = results;
    this.steps = steps;
    this.batch = inputs.batch();
    this.cells = inputs.cells();
    this.seen = floats((long) steps * batch, inputs.width());
    this.bias = floats(inputs.width());
    this.limits = floats(cells);
  }

  private Tensor floats(long... sizes) {
    return context.scratch(DType.FLOAT32, Shape.of(sizes));
  }

  /** Computes all steps. */
  void run() {
    if (steps == 0 || batch == 0 || cells == 0) {
      return;
    }
    long rows = (long) steps * batch;
    products.multiply(
        context,
        MatrixView.of(inputs.x(), 0, rows, inputs.inputs()),
        inputs.inputWeights(),
        MatrixView.of(seen, 0, rows, inputs.width()));
    addForgetBias();
    for (int i = 0; i < cells; i++) {
      limits.setFloat(i, op.clip());
    }
    if (CellBlocks.areWorthwhile(steps)) {
      runInBlocks();
    } else {
      runWhole();
    }
  }

  private void addForgetBias() {
    for (int i = 0; i < inputs.width(); i++) {
      float added = i / cells == op.forget() ? op.forgetBias() : 0;
      bias.setFloat(i, inputs.bias().getFloat(i) + added);
    }
  }

  private MatrixView outputBefore(int step) {
    return step == 0 ? MatrixView.of(inputs.output(), 0, batch, cells) : results.output(step - 1);
  }

  /** With few steps all cores share each product. */
  private void runWhole() {
    Work work = new Work(new Block(0, cells), floats(batch, inputs.width()), List.of());
    MatrixView sums = MatrixView.of(work.sums, 0, batch, inputs.width());
    for (int step = 0; step < steps; step++) {
      products.multiply(context, outputBefore(step), inputs.outputWeights(), sums);
      int current = step;
      Grain.COSTLY.forRows(
          context, batch, inputs.width(), (from, to) -> rows(work, current, from, to));
    }
  }

  private void runInBlocks() {
    List<Work> works = new ArrayList<>();
    for (Block block : CellBlocks.of(context, batch, cells)) {
      works.add(prepare(block));
    }
    for (int step = 0; step < steps; step++) {
      int current = step;
      context
          .parallel()
          .forRange(
              works.size(),
              1,
              (from, to) -> {
                for (long i = from; i < to; i++) {
                  step(works.get((int) i), current);
                }
              });
      context.checkCancelled();
    }
  }

  /**
   * The data of a block of cells.
   *
   * @param sums the contribution of the previous outputs to the sums of its gates, {@code [batch,
   *     4, width]}
   * @param factors the weights of each of its gates, or of all together
   */
  private record Work(Block block, Tensor sums, List<MatrixProducts.Factor> factors) {
    /** The sums of the gates that share a factor. */
    MatrixView sums(long rows, int factor) {
      long columns = (long) LstmOp.GATES * block.width();
      long own = columns / factors.size();
      return MatrixView.of(sums, 0, rows, columns).columns(factor * own, own);
    }
  }

  /** The gates' weights of some of the cells lie apart; those of all cells are one matrix. */
  private Work prepare(Block block) {
    int width = block.width();
    Tensor sums = floats(batch, (long) LstmOp.GATES * width);
    MatrixView all = MatrixView.of(sums, 0, batch, (long) LstmOp.GATES * width);
    if (width == cells) {
      MatrixView weights = inputs.outputWeights();
      return new Work(
          block, sums, List.of(products.prepare(context, outputBefore(0), weights, all)));
    }
    List<MatrixProducts.Factor> factors = new ArrayList<>();
    for (int gate = 0; gate < LstmOp.GATES; gate++) {
      MatrixView weights =
          inputs.outputWeights().columns((long) gate * cells + block.first(), width);
      MatrixView product = all.columns((long) gate * width, width);
      factors.add(products.prepare(context, outputBefore(0), weights, product));
    }
    return new Work(block, sums, factors);
  }

  private void step(Work work, int step) {
    MatrixView before = outputBefore(step);
    for (int i = 0; i < work.factors.size(); i++) {
      work.factors.get(i).multiply(before, work.sums(batch, i));
    }
    rows(work, step, 0, batch);
  }

  private void rows(Work work, int step, long from, long to) {
    for (long row = from; row < to; row++) {
      row(work, step, row);
    }
  }

  /** The gates of a block of cells in one row. */
  private void row(Work work, int step, long row) {
    int width = work.block.width();
    long at = (row * cells + work.block.first()) * Float.BYTES;
    long before =
        (step == 0 ? RawMemory.address(inputs.state()) : results.of(LstmOp.CS, step - 1)) + at;
    long input = results.of(LstmOp.I, step) + at;
    long state = results.of(LstmOp.CS, step) + at;
    long forget = results.of(LstmOp.F, step) + at;
    long output = results.of(LstmOp.O, step) + at;
    long candidate = results.of(LstmOp.CI, step) + at;
    long tanh = results.of(LstmOp.CO, step) + at;
    if (op.hasPeepholes()) {
      addPeephole(work, row, op.input(), before, LstmInputs.WCI);
      addPeephole(work, row, op.forget(), before, LstmInputs.WCF);
    }
    gate(work, step, row, op.input(), input);
    gate(work, step, row, op.forget(), forget);
    gate(work, step, row, op.candidate(), candidate);
    LstmLoops.STATE.run(width, state, candidate, input, before, forget);
    if (op.isClipped()) {
      LstmLoops.CLIP.run(width, state, RawMemory.address(limits));
    }
    if (op.hasPeepholes()) {
      addPeephole(work, row, op.output(), state, LstmInputs.WCO);
    }
    gate(work, step, row, op.output(), output);
    RecurrentLoops.TANH.run(width, tanh, state);
    RecurrentLoops.MULTIPLY.run(width, results.of(LstmOp.H, step) + at, tanh, output);
  }

  private static long sums(Work work, long row, int gate) {
    long width = work.block.width();
    return RawMemory.address(work.sums) + (row * LstmOp.GATES + gate) * width * Float.BYTES;
  }

  private void addPeephole(Work work, long row, int gate, long state, int peephole) {
    Block block = work.block;
    long weights =
        RawMemory.address(inputs.peepholes()[peephole]) + (long) block.first() * Float.BYTES;
    RecurrentLoops.ADD_PRODUCTS.run(block.width(), sums(work, row, gate), state, weights);
  }

  /**
   * The value of a gate: the function of the sum of the inputs' part, the previous outputs' part,
   * and its bias.
   */
  private void gate(Work work, int step, long row, int gate, long out) {
    Block block = work.block;
    long column = (long) gate * cells + block.first();
    long ofInputs =
        RawMemory.address(seen)
            + (((long) step * batch + row) * inputs.width() + column) * Float.BYTES;
    long itsBias = RawMemory.address(bias) + column * Float.BYTES;
    RecurrentLoops.SUM.run(block.width(), out, ofInputs, sums(work, row, gate), itsBias);
    RowLoop activation = gate == op.candidate() ? RecurrentLoops.TANH : RecurrentLoops.SIGMOID;
    activation.run(block.width(), out, out);
  }
}
