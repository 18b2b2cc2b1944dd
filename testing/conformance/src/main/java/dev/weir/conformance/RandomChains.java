package dev.weir.conformance;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Chains of nodes that passes for fast kernels rewrite, put together on purpose: nodes that are
 * drawn one by one hardly ever are. Each ends in one node, and most are on one device.
 */
final class RandomChains {
  private static final String DESCENDED = "descended";
  private static final String BY_HAND = "by_hand";

  private static final List<String> ACTIVATIONS =
      List.of("Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid");

  /** Fills whole blocks on every processor. */
  private static final long CHANNELS = 16;

  private static final int LAYERS = 5;

  private final Random random;
  private final Ops ops;
  private final @Nullable Ops elsewhere;

  /**
   * @param ops for the device that chains are on
   * @param elsewhere for another device; null if there is none
   */
  RandomChains(Random random, Ops ops, @Nullable Ops elsewhere) {
    this.random = random;
    this.ops = ops;
    this.elsewhere = elsewhere;
  }

  /** Builds one of the chains; its last output, and how many nodes it has but for constants. */
  Chain next() {
    if (elsewhere != null && random.nextBoolean()) {
      return received(elsewhere);
    }
    return switch (random.nextInt(5)) {
      case 0 -> biasGradient();
      case 1 -> blockedImages();
      case 2 -> descent();
      default -> fusedProduct();
    };
  }

  /** The node whose value a node must have; null if the node is no variable after a descent. */
  static @Nullable String byHand(String node) {
    return node.startsWith(DESCENDED) ? node.replace(DESCENDED, BY_HAND) : null;
  }

  record Chain(Output end, int nodes) {}

  /** A product or convolution, a bias, perhaps a sum, an activation. */
  private Chain fusedProduct() {
    boolean isConvolution = random.nextBoolean();
    Output left = isConvolution ? numbers(1, 5, 4, 3) : numbers(2, 3);
    Output right = isConvolution ? numbers(2, 2, 3, 3) : numbers(3, 3);
    NodeBuilder product = node(isConvolution ? "Conv2D" : "MatMul").input(left).input(right);
    if (isConvolution) {
      sliding(product, 1 + random.nextInt(2));
    }
    List<Node> chain = new ArrayList<>(List.of(product.build()));
    chain.add(node("BiasAdd").input(chain.getLast().output(0)).input(numbers(3)).build());
    if (random.nextInt(3) == 0) {
      Output sum = chain.getLast().output(0);
      chain.add(node("AddV2").input(sum).input(numbers(sum.shape().sizes())).build());
    }
    chain.add(node(activation()).input(chain.getLast().output(0)).build());
    return new Chain(chain.getLast().output(0), chain.size());
  }

  /** The gradients for a filter and a bias, from the same numbers. */
  private Chain biasGradient() {
    boolean isBlocked = random.nextBoolean();
    long channels = isBlocked ? CHANNELS : 3;
    Output image = numbers(2, 4, 4, channels);
    Output given = numbers(2, 4, 4, channels);
    int window = 2 + random.nextInt(2);
    Output sizes = ops.constant(Tensors.vector(window, window, (int) channels, (int) channels));
    NodeBuilder filter = node("Conv2DBackpropFilter").input(image).input(sizes).input(given);
    filter.attr("strides", AttrValue.ofInts(1, 1, 1, 1)).attr("padding", "SAME");
    Output bias = node("BiasAddGrad").input(given).build().output(0);
    Output both = node("AddV2").input(filter.build().output(0)).input(bias).build().output(0);
    return new Chain(both, 3);
  }

  /** Images that flow in blocked order from a convolution with a large window. */
  private Chain blockedImages() {
    NodeBuilder convolution =
        node("Conv2D").input(numbers(1, 5, 5, CHANNELS)).input(numbers(5, 5, CHANNELS, CHANNELS));
    sliding(convolution, 1);
    Output active = node(activation()).input(convolution.build().output(0)).build().output(0);
    if (random.nextBoolean()) {
      return new Chain(active, 2);
    }
    NodeBuilder pool = node(random.nextBoolean() ? "MaxPool" : "AvgPool").input(active);
    pool.attr("ksize", AttrValue.ofInts(1, 2, 2, 1));
    pool.attr("strides", AttrValue.ofInts(1, 1, 1, 1)).attr("padding", "SAME");
    return new Chain(pool.build().output(0), 3);
  }

  /**
   * A step of gradient descent whose gradient is a product, and the same by hand. All numbers are
   * multiples of 1/64 that float32 has, so both are equal.
   */
  private Chain descent() {
    Output start = numbers(3, 2);
    Output left = numbers(4, 3);
    Output right = numbers(4, 2);
    Output rate = ops.constant(0.25f);
    Output handle = ops.state.varHandleOp(DType.FLOAT32, Shape.of(3, 2));
    Node init = ops.state.assignVariableOp(handle, start);
    Ops after = ops.withControlDependencies(init);
    Output product = ops.linalg.matMul(left, right, true, false);
    Node step = after.train.resourceApplyGradientDescent(handle, rate, product);
    ops.withName(DESCENDED)
        .withControlDependencies(step)
        .state
        .readVariableOp(handle, DType.FLOAT32);
    Output byHand =
        ops.withName(BY_HAND)
            .math
            .sub(start, ops.math.mul(rate, ops.linalg.matMul(left, right, true, false)));
    return new Chain(byHand, 7);
  }

  /** Layers on this device whose weights come, one after the other, from another. */
  private Chain received(Ops other) {
    Output value = numbers(3, 3);
    for (int i = 0; i < LAYERS; i++) {
      Output weights = other.math.neg(numbers(3, 3));
      value = ops.math.maximum(ops.linalg.matMul(value, weights), ops.constant(-1f));
    }
    return new Chain(value, 3 * LAYERS);
  }

  private NodeBuilder node(String op) {
    return ops.scope().node(op);
  }

  private String activation() {
    return ACTIVATIONS.get(random.nextInt(ACTIVATIONS.size()));
  }

  private void sliding(NodeBuilder convolution, long stride) {
    convolution.attr("strides", AttrValue.ofInts(1, stride, stride, 1));
    convolution.attr("padding", random.nextBoolean() ? "SAME" : "VALID");
  }

  /** Multiples of 1/4, so that sums of products are exact. */
  private Output numbers(long... sizes) {
    double[] values = new double[(int) Shape.of(sizes).elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(-8, 16) / 4.0;
    }
    return ops.constant(Values.of(Shape.of(sizes), values).as(DType.FLOAT32));
  }
}
