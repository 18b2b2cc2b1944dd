package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;

/**
 * Every step of a sequence {@code [batch, steps, width]} looks at all steps: {@code softmax(Q Kᵀ /
 * √d) V}, in several heads that look differently. The result is shaped like the sequence.
 *
 * @param heads how many there are
 * @param headWidth how long the vectors of a head are
 * @param isCausal whether a step looks only at itself and those before
 * @param kernel what the weights start as
 */
public record MultiHeadAttention(int heads, int headWidth, boolean isCausal, Initializer kernel)
    implements Layer {
  public MultiHeadAttention {
    if (heads <= 0 || headWidth <= 0) {
      throw WeirException.invalidArgument(
          "attention has at least one head of at least one number, got %d of %d", heads, headWidth);
    }
  }

  /** Looks everywhere, starting with Glorot's numbers. */
  public static MultiHeadAttention of(int heads, int headWidth) {
    return new MultiHeadAttention(heads, headWidth, false, Initializer.glorotUniform());
  }

  /** Masks later positions: causal attention. */
  public MultiHeadAttention causal() {
    return new MultiHeadAttention(heads, headWidth, true, kernel);
  }

  @Override
  public Output apply(Model model, Operand x) {
    return attend(model, x, x);
  }

  /** Steps of one sequence look at those of another. */
  public Output attend(Model model, Operand asking, Operand asked) {
    Output from = model.precision().computed(model.ops(), asking);
    Output at = model.precision().computed(model.ops(), asked);
    int width = Sequences.width("attention", from);
    int steps = Sequences.steps("attention", from);
    int others = Sequences.steps("attention", at);
    Model inside = model.in("attention");
    Ops ops = inside.ops();
    Output query = heads(inside, "query", from, steps);
    Output key = heads(inside, "key", at, others);
    Output value = heads(inside, "value", at, others);
    Tensor scale = Tensor.allocate(from.dtype(), Shape.scalar());
    scale.setDouble(0, 1 / Math.sqrt(headWidth));
    // [batch, heads, steps, others]
    Output scores =
        ops.math.mul(ops.linalg.batchMatMul(query, key, false, true), ops.constant(scale.freeze()));
    if (isCausal) {
      scores = ops.math.add(scores, ops.constant(future(from, steps, others)));
    }
    Output seen = ops.linalg.batchMatMul(Activation.softmax().apply(ops, scores), value);
    Output together = ops.array.transpose(seen, 0, 2, 1, 3);
    int inner = heads * headWidth;
    Output rows = ops.array.reshape(together, -1, inner);
    Output result = projected(inside, "output", rows, inner, width);
    return ops.control.ensureShape(
        ops.array.reshape(result, -1, steps, width), Shape.of(from.shape().size(0), steps, width));
  }

  /** A projection as {@code [batch, heads, steps, headWidth]}. */
  private Output heads(Model inside, String name, Operand x, int steps) {
    Ops ops = inside.ops();
    int width = Sequences.width("attention", x);
    Output rows = ops.array.reshape(x, -1, width);
    Output all = projected(inside, name, rows, width, heads * headWidth);
    int[] split = {-1, steps, heads, headWidth};
    return ops.array.transpose(ops.array.reshape(all, ops.constant(split)), 0, 2, 1, 3);
  }

  private Output projected(Model inside, String name, Operand rows, int width, int units) {
    Model part = inside.in(name);
    DType dtype = rows.dtype();
    Output w = Weights.trained(part, "kernel", kernel, Shape.of(width, units), dtype);
    Output b = Weights.trained(part, "bias", Initializer.zeros(), Shape.of(units), dtype);
    Ops ops = part.ops();
    return ops.nn.biasAdd(ops.linalg.matMul(rows, w), b);
  }

  /** So little where a step would look ahead that nothing comes from there. */
  private static Tensor future(Operand like, int steps, int others) {
    Tensor mask = Tensor.allocate(like.dtype(), Shape.of(steps, others));
    for (int i = 0; i < steps; i++) {
      for (int j = i + 1; j < others; j++) {
        mask.setDouble((long) i * others + j, -1e4);
      }
    }
    return mask.freeze();
  }
}
