package dev.weir.examples.models;

import java.util.List;

/**
 * The programs of this package, in the order in which to read them: what {@code weir example} runs.
 */
public final class Examples {
  /** A {@code main}. */
  @FunctionalInterface
  public interface Program {
    void main(String[] arguments) throws Exception;
  }

  /**
   * A program.
   *
   * @param name what it is called on the command line
   * @param summary what it does and what it shows, in a line
   */
  public record Example(String name, String summary, Program program) {}

  /** All of them: a new one is a line here. */
  public static final List<Example> ALL =
      List.of(
          new Example(
              "linear-regression",
              "a line through points, with a bare graph and its gradients",
              LinearRegression::main),
          new Example(
              "logistic-regression",
              "chances of passing, with an optimizer and a loop over batches",
              LogisticRegression::main),
          new Example("mlp", "two spirals told apart, with layers and a trainer", Mlp::main),
          new Example(
              "convnet", "shapes recognized, with listeners and checkpoints", Convnet::main),
          new Example(
              "character-lstm",
              "a rhyme learned and written on, with a memory that is fed",
              CharacterLstm::main),
          new Example(
              "autoencoder",
              "pictures squeezed into four numbers and drawn again",
              Autoencoder::main),
          new Example(
              "word2vec", "words near each other, by what stands beside them", Word2Vec::main),
          new Example("k-means", "clusters of points, without a loss or a gradient", KMeans::main),
          new Example(
              "random-forest", "a forest of decision trees, in a graph", RandomForest::main),
          new Example("cart-pole", "a pole balanced on a cart, by trial and error", CartPole::main),
          new Example(
              "async-training",
              "a plane found by two workers on a cluster, neither waiting for the other",
              AsyncTraining::main));

  private Examples() {}
}
