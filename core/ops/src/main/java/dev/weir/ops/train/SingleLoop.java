package dev.weir.ops.train;

import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/**
 * Takes a step with numbers in single precision, a block after the other, in arrays it keeps
 * meanwhile: the compiler makes vectors of loops over arrays only. For one thread.
 */
final class SingleLoop {
  /** Small enough for the first cache to hold four arrays and what they are copied from. */
  private static final int BLOCK = 256;

  private final SingleStep step;
  private final List<Tensor> tensors;
  private final Tensor gradientTensor;
  private final float[][] values;
  private final float[] gradient;

  /** A loop over at most so many elements at a time. */
  SingleLoop(SingleStep step, List<Tensor> tensors, Tensor gradientTensor, long most) {
    this.step = step;
    this.tensors = tensors;
    this.gradientTensor = gradientTensor;
    int size = (int) Math.min(BLOCK, most);
    this.values = new float[tensors.size()][size];
    this.gradient = new float[size];
  }

  /**
   * Takes the step.
   *
   * @param from the first element of the variables
   * @param gradientFrom the first element of the gradient
   */
  void run(long from, long gradientFrom, long count) {
    Objects.checkFromIndexSize(gradientFrom, count, gradientTensor.elements());
    tensors.forEach(tensor -> Objects.checkFromIndexSize(from, count, tensor.elements()));
    for (long done = 0; done < count; done += gradient.length) {
      int size = (int) Math.min(gradient.length, count - done);
      long at = (from + done) * Float.BYTES;
      for (int i = 0; i < values.length; i++) {
        tensors.get(i).buffer().copyToArray(at, values[i], 0, size);
      }
      gradientTensor.buffer().copyToArray((gradientFrom + done) * Float.BYTES, gradient, 0, size);
      step.run(values, gradient, size);
      for (int i = 0; i < values.length; i++) {
        tensors.get(i).buffer().copyFromArray(values[i], 0, at, size);
      }
    }
  }
}
