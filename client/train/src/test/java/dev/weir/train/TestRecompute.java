package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.Device;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.CachingAllocator;
import dev.weir.train.layer.Activation;
import dev.weir.train.layer.BatchNorm;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Layer;
import dev.weir.train.layer.LayerNorm;
import dev.weir.train.layer.Recompute;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.GradientDescent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Blocks whose inner values are computed once more in the backward pass. */
final class TestRecompute {
  private static final int WIDTH = 64;

  private static Tensor input(int batch) {
    Tensor x = Tensor.allocate(DType.FLOAT32, Shape.of(batch, WIDTH));
    for (int i = 0; i < x.elements(); i++) {
      x.setFloat(i, (float) Math.sin(0.37 * i));
    }
    return x.freeze();
  }

  /** The loss and all gradients of a network of three blocks, the last of them residual. */
  private static List<Tensor> gradients(UnaryOperator<Layer> wrapping) {
    Model model = Model.create(new Graph(), 23);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, WIDTH));
    Layer block =
        Sequential.of(
            Dense.of(WIDTH).with(Activation.tanh()),
            BatchNorm.create(),
            Dropout.of(0.3),
            Dense.of(WIDTH).with(Activation.gelu()),
            LayerNorm.create());
    Output first = wrapping.apply(block).apply(model, x);
    Output second = wrapping.apply(block).apply(model, first);
    Layer residual = (inside, in) -> inside.ops().math.add(in.asOutput(), block.apply(inside, in));
    Output third = wrapping.apply(residual).apply(model, second);
    Output loss = Losses.meanSquaredError(model.ops(), x, Dense.of(WIDTH).apply(model, third));
    List<Optimizer.Update> updates = Optimizer.gradients(model, loss, model.trainable());
    assertThat(updates).hasSameSizeAs(model.trainable());
    List<Output> wanted = new ArrayList<>();
    wanted.add(loss);
    updates.forEach(update -> wanted.add(update.gradient().dense(model.ops().scope())));
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Runner runner =
          session.runner().feed(x, input(16)).feed(model.training(), Tensors.scalar(true));
      wanted.forEach(runner::fetch);
      return runner.run();
    }
  }

  @Test
  void gradientsAreTheSame() {
    List<Tensor> kept = gradients(layer -> layer);
    List<Tensor> again = gradients(Recompute::of);
    assertThat(again).hasSameSizeAs(kept);
    for (int i = 0; i < kept.size(); i++) {
      assertThat(again.get(i).shape()).isEqualTo(kept.get(i).shape());
      boolean anything = false;
      for (long j = 0; j < kept.get(i).elements(); j++) {
        float expected = kept.get(i).getFloat(j);
        anything |= expected != 0;
        assertThat(again.get(i).getFloat(j))
            .as("gradient %d", i)
            .isCloseTo(expected, offset(1e-6f + 1e-4f * Math.abs(expected)));
      }
      assertThat(anything).isTrue();
    }
  }

  /** What a step of a chain of blocks takes at most. */
  private static long peak(UnaryOperator<Layer> wrapping) {
    Model model = Model.create(new Graph(), 23);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, WIDTH));
    Layer chain = (inside, in) -> in.asOutput();
    for (int block = 0; block < 6; block++) {
      Layer layers = Dense.of(WIDTH).with(Activation.tanh());
      for (int i = 1; i < 6; i++) {
        layers = layers.then(Dense.of(WIDTH).with(Activation.tanh()));
      }
      chain = chain.then(wrapping.apply(layers));
    }
    Output loss = Losses.mean(model.ops(), chain.apply(model, x));
    Node step = GradientDescent.of(0.1f).minimize(model, loss);
    CachingAllocator memory = new CachingAllocator(1L << 30);
    Device standard = LocalOptions.standard().devices().getFirst();
    Device own =
        new Device(
            standard.spec(),
            standard.incarnation(),
            standard.speed(),
            memory,
            standard.resources());
    LocalOptions config = LocalOptions.builder().devices(List.of(own)).build();
    try (Session session = Session.open(model.graph(), config)) {
      session.runner().addTarget(model.initializer()).run();
      session.runner().feed(x, input(2000)).addTarget(step).run();
    }
    return memory.usage().peak();
  }

  @Test
  void aDeepChainTakesLessMemory() {
    long kept = peak(layer -> layer);
    long again = peak(Recompute::of);
    long layer = 2000L * WIDTH * Float.BYTES;
    assertThat(kept).as("the results of 36 layers").isGreaterThan(36 * layer);
    assertThat(again).as("those of 6, and what is inside of one block").isLessThan(kept / 2);
  }

  @Test
  void aBlockInABlockIsPartOfIt() {
    Model model = Model.create(new Graph(), 23);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, WIDTH));
    Layer inner = Dense.of(WIDTH).relu().recomputed();
    inner.then(inner).recomputed().apply(model, x);
    assertThat(model.recomputed()).hasSize(1);
  }

  @Test
  void aTrainerTrainsThem() {
    Model model = Model.create(new Graph(), 23);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, WIDTH));
    Layer block = Dense.of(WIDTH).relu().then(Dense.of(WIDTH)).recomputed();
    Output loss = Losses.meanSquaredError(model.ops(), x, block.then(block).apply(model, x));
    Trainer trainer = Trainer.of(model, loss, Adam.of(1e-3f)).inputs(x).explainingNan();
    try (Session session = Session.open(model.graph())) {
      Batches batches = Batches.of(input(64)).batch(64);
      double before =
          trainer.fit(session, batches, FitOptions.epochs(1)).getFirst().training().get("loss");
      trainer.fit(session, batches, FitOptions.epochs(100));
      assertThat(trainer.evaluate(session, batches).get("loss")).isLessThan(before / 2);
    }
  }
}
