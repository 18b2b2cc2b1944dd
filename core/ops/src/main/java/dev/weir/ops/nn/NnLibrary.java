package dev.weir.ops.nn;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Activations, softmax, losses, biases and ranking. */
public final class NnLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new BiasAdd(),
        new DepthToSpace(),
        new Elu(),
        new InTopKV2(),
        new L2Loss(),
        new LeakyRelu(),
        new LogSoftmax(),
        new NthElement(),
        new Relu(),
        new Relu6(),
        new Selu(),
        new Softmax(),
        new SoftmaxCrossEntropyWithLogits(),
        new Softplus(),
        new Softsign(),
        new SpaceToDepth(),
        new SparseSoftmaxCrossEntropyWithLogits(),
        new TopKV2());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new BiasAddGrad(),
        new EluGrad(),
        new LeakyReluGrad(),
        new Relu6Grad(),
        new ReluGrad(),
        new SeluGrad(),
        new SoftplusGrad(),
        new SoftsignGrad());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new BiasAddV1(), new InTopK(), new TopK());
  }
}
