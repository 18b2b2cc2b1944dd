package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.control.ControlOps.Branches;
import dev.weir.train.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Builds what differs between training and use. Both forms are in the graph; a step runs only the
 * one it needs, as everything that follows from the other's inputs is dead.
 */
final class TrainingSwitch {
  private final Ops ops;
  private final List<Output> whenTraining = new ArrayList<>();
  private final List<Output> otherwise = new ArrayList<>();

  private TrainingSwitch(Ops ops) {
    this.ops = ops;
  }

  /** Hands values to one of the forms. */
  static TrainingSwitch of(Model model, Operand... values) {
    Ops ops = model.ops();
    TrainingSwitch either = new TrainingSwitch(ops);
    for (Operand value : values) {
      Branches ends = ops.control.switchOn(value, model.training());
      either.whenTraining.add(ends.whenTrue());
      either.otherwise.add(ends.whenFalse());
    }
    return either;
  }

  /** Results that only exist while training. */
  <R> R whenTraining(Function<List<Output>, R> form) {
    return form.apply(whenTraining);
  }

  /** Results that only exist while not training. */
  <R> R otherwise(Function<List<Output>, R> form) {
    return form.apply(otherwise);
  }

  /** The result that exists. */
  Output merge(Operand training, Operand other) {
    return ops.control.merge(List.of(other, training)).output();
  }
}
