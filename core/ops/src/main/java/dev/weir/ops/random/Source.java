package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Where an op takes its random numbers from. */
interface Source {
  /** The algorithm Philox, in the words of {@code alg} inputs. */
  int PHILOX = 1;

  /** Any algorithm, for an {@code alg} input; here that is Philox. */
  int AUTOMATIC = 3;

  /** Checks the inputs that are seeds. */
  void check(ShapeContext context);

  /** A generator that may be used for so many blocks of four words. */
  Philox reserve(KernelContext context, Attributes attrs, long blocks);

  /** The attributes {@code seed} and {@code seed2} say where it starts; every run goes on. */
  static Source ofState() {
    return new Source() {
      @Override
      public void check(ShapeContext context) {}

      @Override
      public Philox reserve(KernelContext context, Attributes attrs, long blocks) {
        return context
            .sessionState(
                GeneratorState.class,
                () -> GeneratorState.of(attrs.integer("seed"), attrs.integer("seed2")))
            .reserve(blocks);
      }
    };
  }

  /** An input of two integers says where it starts, the same in every run. */
  static Source ofSeedInput(int input) {
    return new Source() {
      @Override
      public void check(ShapeContext context) {
        Shape seed = context.requireRank(input, 1);
        if (!seed.isCompatibleWith(Shape.of(2))) {
          throw context.invalid("seed must have shape [2]: %s", context.describe(input));
        }
      }

      @Override
      public Philox reserve(KernelContext context, Attributes attrs, long blocks) {
        Tensor seed = context.input(input);
        return Philox.ofSeedPair(seed.getLong(0), seed.getLong(1));
      }
    };
  }

  /** Three inputs are the key, the counter and the algorithm. */
  static Source ofKeyInputs(int key) {
    int counter = key + 1;
    int algorithm = key + 2;
    return new Source() {
      @Override
      public void check(ShapeContext context) {
        if (!context.requireRank(key, 1).isCompatibleWith(Shape.of(1))) {
          throw context.invalid("key must have shape [1]: %s", context.describe(key));
        }
        long words = context.requireRank(counter, 1).size(0);
        if (words == 0 || words == 1) {
          throw context.invalid("counter must have two elements: %s", context.describe(counter));
        }
        context.requireScalar(algorithm);
      }

      @Override
      public Philox reserve(KernelContext context, Attributes attrs, long blocks) {
        long chosen = context.input(algorithm).getLong(0);
        if (chosen != PHILOX && chosen != AUTOMATIC) {
          throw WeirException.invalidArgument(
              "alg must be %d (Philox) or %d (automatic), got %d", PHILOX, AUTOMATIC, chosen);
        }
        Tensor start = context.input(counter);
        return new Philox(context.input(key).getLong(0), start.getLong(0), start.getLong(1));
      }
    };
  }
}
