package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;

import dev.weir.graph.NodeBuilder;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Samples of the recurrent cells in {@code dev.weir.ops.nn.recurrent}. */
final class RecurrentSamples {
  private static final int STEPS = 3;
  private static final int BATCH = 2;
  private static final int INPUTS = 3;
  private static final int CELLS = 4;
  private static final int SAVED_BY_CELL = 6;
  private static final int SAVED_BY_SEQUENCE = 7;

  private RecurrentSamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16)) {
      for (boolean peephole : List.of(false, true)) {
        String name = peephole ? "peepholes" : "no peepholes";
        List<OpSample> cells = new ArrayList<>();
        cells.add(step(dtype));
        cells.add(stepGradient(dtype));
        for (String version : List.of("", "V2")) {
          cells.add(sequence(dtype, version, STEPS));
          cells.add(sequenceGradient(dtype, version, STEPS));
          cells.add(sequenceGradient(dtype, version, 2));
        }
        cells.forEach(cell -> samples.add(cell.named(name).attr("use_peephole", peephole)));
      }
      samples.add(step(dtype).named("clip").attr("cell_clip", 0.4f).attr("forget_bias", -0.5f));
      samples.add(step(dtype).named("no clip").attr("cell_clip", -1f));
      samples.add(sequence(dtype, "V2", STEPS).named("clip").attr("cell_clip", 0.3f));
    }
    samples.addAll(units());
    samples.addAll(refusals());
    return samples;
  }

  /** TensorFlow leaves the gates undefined in the steps that are left out. */
  static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (String op : List.of("BlockLSTM", "BlockLSTMV2")) {
      for (int length = 0; length < STEPS; length++) {
        scenarios.add(shortSequence(op, length));
      }
    }
    return scenarios;
  }

  private static Scenario shortSequence(String op, int length) {
    return Scenario.of(
            op + " for " + length + " of " + STEPS + " steps",
            Set.of(op),
            (ops, steps) -> {
              NodeBuilder builder = ops.withName("lstm").scope().node(op);
              OpSample sample = sequence(DType.FLOAT32, op.substring("BlockLSTM".length()), length);
              for (List<Values> input : sample.inputs()) {
                builder.input(ops.constant(input.get(0).as(DType.FLOAT32)));
              }
              builder.build();
              steps.fetch("lstm:1", "lstm:6");
            })
        .within(tolerance(DType.FLOAT32));
  }

  /**
   * What a cell sums up is of size 1, and so is its error; TensorFlow adds in another order, rounds
   * after every step and approximates tanh and the sigmoid by quotients of polynomials.
   */
  private static Tolerance tolerance(DType dtype) {
    return new Tolerance(2, dtype == DType.FLOAT16 ? 0x1p-8 : 0x1p-20, 0);
  }

  private static OpSample cell(DType dtype, String op) {
    return OpSample.of(op).types("T", dtype).within(tolerance(dtype));
  }

  private static OpSample state(OpSample sample) {
    return weights(
        sample.input(random(2, -1, 1, BATCH, CELLS)).input(random(3, -1, 1, BATCH, CELLS)));
  }

  private static OpSample weights(OpSample sample) {
    return sample
        .input(random(4, -1, 1, INPUTS + CELLS, 4 * CELLS))
        .input(random(5, -1, 1, CELLS))
        .input(random(6, -1, 1, CELLS))
        .input(random(7, -1, 1, CELLS))
        .input(random(8, -1, 1, 4 * CELLS));
  }

  private static OpSample step(DType dtype) {
    return state(cell(dtype, "LSTMBlockCell").input(random(1, -1, 1, BATCH, INPUTS)));
  }

  private static OpSample stepGradient(DType dtype) {
    OpSample sample =
        state(cell(dtype, "LSTMBlockCellGrad").input(random(1, -1, 1, BATCH, INPUTS)));
    for (int i = 0; i < SAVED_BY_CELL; i++) {
      sample.input(random(20 + i, 0.1, 0.9, BATCH, CELLS));
    }
    return sample.input(random(30, -1, 1, BATCH, CELLS)).input(random(31, -1, 1, BATCH, CELLS));
  }

  private static Values length(long steps) {
    return Values.tensor(Tensors.scalar(steps));
  }

  private static OpSample sequence(DType dtype, String version, long steps) {
    return state(
        cell(dtype, "BlockLSTM" + version)
            .input(length(steps))
            .input(random(1, -1, 1, STEPS, BATCH, INPUTS)));
  }

  private static OpSample sequenceGradient(DType dtype, String version, long steps) {
    OpSample sample =
        state(
            cell(dtype, "BlockLSTMGrad" + version)
                .input(length(steps))
                .input(random(1, -1, 1, STEPS, BATCH, INPUTS)));
    for (int i = 0; i < SAVED_BY_SEQUENCE; i++) {
      sample.input(random(20 + i, 0.1, 0.9, STEPS, BATCH, CELLS));
    }
    return sample
        .input(random(30, -1, 1, STEPS, BATCH, CELLS))
        .input(random(31, -1, 1, STEPS, BATCH, CELLS));
  }

  private static OpSample unit(String op) {
    return cell(DType.FLOAT32, op)
        .input(random(1, -1, 1, BATCH, INPUTS))
        .input(random(2, -1, 1, BATCH, CELLS))
        .input(random(3, -1, 1, INPUTS + CELLS, 2 * CELLS))
        .input(random(4, -1, 1, INPUTS + CELLS, CELLS))
        .input(random(5, -1, 1, 2 * CELLS))
        .input(random(6, -1, 1, CELLS));
  }

  private static List<OpSample> units() {
    OpSample gradient = unit("GRUBlockCellGrad");
    for (int i = 0; i < 3; i++) {
      gradient.input(random(20 + i, 0.1, 0.9, BATCH, CELLS));
    }
    return List.of(unit("GRUBlockCell"), gradient.input(random(30, -1, 1, BATCH, CELLS)));
  }

  private static List<OpSample> refusals() {
    return List.of(
        weights(
                cell(DType.FLOAT32, "LSTMBlockCell")
                    .input(range(BATCH, INPUTS))
                    .input(range(BATCH, CELLS))
                    .input(range(BATCH, CELLS + 1)))
            .named("an output of other cells")
            .refused("h_prev"),
        weights(
                cell(DType.FLOAT32, "LSTMBlockCell")
                    .input(range(BATCH, INPUTS + 1))
                    .input(range(BATCH, CELLS))
                    .input(range(BATCH, CELLS)))
            .named("too many inputs for the weights")
            .refused("w is"),
        state(cell(DType.FLOAT32, "LSTMBlockCell").input(range(BATCH)))
            .named("no matrix")
            .refused("rank 2")
            .deviates("ends the process"),
        state(cell(DType.FLOAT32, "BlockLSTM").input(length(STEPS)).input(range(BATCH, INPUTS)))
            .named("no sequence")
            .refused("rank 3"),
        OpSample.of("GRUBlockCell")
            .input(range(BATCH, INPUTS))
            .input(range(BATCH, CELLS))
            .input(range(INPUTS + CELLS, CELLS))
            .input(range(INPUTS + CELLS, CELLS))
            .input(range(2 * CELLS))
            .input(range(CELLS))
            .named("too few weights")
            .refused("w_ru"));
  }
}
