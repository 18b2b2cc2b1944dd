package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.random.RandomOps.Seed;
import dev.weir.train.Model;

/**
 * While training, sets elements to 0 at random and makes the others larger, so that the expected
 * sum stays; otherwise, nothing.
 *
 * @param rate how likely an element is to become 0
 */
public record Dropout(double rate) implements Layer {
  public Dropout {
    if (!(rate >= 0 && rate < 1)) {
      throw WeirException.invalidArgument("a rate of dropout is in [0, 1), got %s", rate);
    }
  }

  public static Dropout of(double rate) {
    return new Dropout(rate);
  }

  @Override
  public Output apply(Model model, Operand x) {
    Model inside = model.in("dropout");
    Seed seed = inside.seed();
    TrainingSwitch either = TrainingSwitch.of(inside, x);
    Output dropped =
        either.whenTraining(
            in -> inside.ops().nn.dropout(in.getFirst(), rate, seed.seed(), seed.seed2()));
    return either.merge(dropped, either.otherwise(in -> in.getFirst()));
  }
}
