package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.BatchNormOptions;
import dev.weir.ops.nn.NnOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;

/**
 * Makes every channel (the last dimension) have mean 0 and variance 1, then scales and moves it:
 * while training, by mean and variance of the batch; otherwise, by averages of those of the batches
 * before, which training steps keep up to date.
 *
 * @param momentum how much of an average stays when a batch is added to it
 * @param epsilon added to variances
 */
public record BatchNorm(float momentum, float epsilon) implements Layer {
  public BatchNorm {
    if (!(momentum >= 0 && momentum <= 1)) {
      throw WeirException.invalidArgument("momentum is in [0, 1], got %s", momentum);
    }
    if (!(epsilon > 0)) {
      throw WeirException.invalidArgument("epsilon is above 0, got %s", epsilon);
    }
  }

  /** With momentum 0.99 and epsilon 0.001. */
  public static BatchNorm create() {
    return new BatchNorm(0.99f, 1e-3f);
  }

  /** Sets the momentum of the moving averages: a lower one follows faster. */
  public BatchNorm withMomentum(float other) {
    return new BatchNorm(other, epsilon);
  }

  @Override
  public Output apply(Model model, Operand x) {
    Shape shape = x.shape();
    if (!shape.hasRank()
        || shape.rank() < 2
        || shape.size(shape.rank() - 1) == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument(
          "a batch to normalize has at least two dimensions and a known number of channels, got %s",
          x.asOutput());
    }
    int channels = Math.toIntExact(shape.size(shape.rank() - 1));
    Model inside = model.in("batch_norm");
    Ops ops = inside.ops();
    Output in = inside.precision().computed(ops, x);
    if (shape.rank() == 4) {
      return normalize(inside, in, channels);
    }
    Output images = ops.array.reshape(in, -1, 1, 1, channels);
    Output back = ops.array.reshape(normalize(inside, images, channels), ops.array.shape(x));
    return ops.control.ensureShape(back, shape);
  }

  private Output normalize(Model inside, Operand images, int channels) {
    Ops ops = inside.ops();
    // the op keeps these in float32, whatever images are in
    Shape each = Shape.of(channels);
    Output gamma = Weights.trained(inside, "gamma", Initializer.ones(), each, DType.FLOAT32);
    Output beta = Weights.trained(inside, "beta", Initializer.zeros(), each, DType.FLOAT32);
    GraphVariable mean = average(inside, "moving_mean", Initializer.zeros(), each);
    GraphVariable variance = average(inside, "moving_variance", Initializer.ones(), each);
    TrainingSwitch either = TrainingSwitch.of(inside, images, gamma, beta, mean, variance);
    Output empty = ops.constant(new float[0]);
    NnOps.BatchNorm training =
        either.whenTraining(
            in ->
                ops.nn.fusedBatchNorm(
                    in.get(0), in.get(1), in.get(2), empty, empty, options(true)));
    NnOps.BatchNorm use =
        either.otherwise(
            in ->
                ops.nn.fusedBatchNorm(
                    in.get(0), in.get(1), in.get(2), in.get(3), in.get(4), options(false)));
    follow(inside, either, mean, 3, training.mean());
    follow(inside, either, variance, 4, training.variance());
    return either.merge(training.y(), use.y());
  }

  private static GraphVariable average(Model inside, String name, Initializer start, Shape shape) {
    return inside.state(name, DType.FLOAT32, shape, there -> start.of(there, shape, DType.FLOAT32));
  }

  private BatchNormOptions options(boolean isTraining) {
    return new BatchNormOptions(epsilon, 1, "NHWC", isTraining);
  }

  /**
   * Moves an average toward that of a batch. A step that does not train moves it by 0: if its
   * update were dead, all that waits for it would be.
   */
  private void follow(
      Model inside, TrainingSwitch either, GraphVariable average, int position, Output batch) {
    Ops ops = inside.ops();
    Output part = ops.constant(1 - momentum);
    Output move =
        either.whenTraining(in -> ops.math.mul(ops.math.sub(in.get(position), batch), part));
    Output stay = either.otherwise(in -> ops.array.zerosLike(in.get(position)));
    inside.update(average.assignSub(either.merge(move, stay)));
  }
}
