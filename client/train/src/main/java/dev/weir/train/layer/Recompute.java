package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;

/**
 * A layer whose inner values are not kept for the backward pass: when its gradients are computed,
 * it is computed once more from its input. A deep network cut into such blocks takes the memory of
 * the blocks' inputs and of one block, and about a third more time.
 *
 * {@snippet :
 * Layer block = Sequential.of(Dense.of(512).relu(), Dense.of(512).relu(), LayerNorm.create());
 * Layer deep = Recompute.of(block).then(Recompute.of(block)).then(Recompute.of(block));
 * }
 *
 * <p>Random numbers inside, as of dropout, are drawn once and kept.
 *
 * @param layer what is computed twice
 * @see <a href="https://arxiv.org/abs/1604.06174">Chen, Xu, Zhang and Guestrin 2016</a>
 */
public record Recompute(Layer layer) implements Layer {
  public static Recompute of(Layer layer) {
    return new Recompute(layer);
  }

  @Override
  public Output apply(Model model, Operand x) {
    return model.recomputed(() -> layer.apply(model, x));
  }
}
