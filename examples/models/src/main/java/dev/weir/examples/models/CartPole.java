package dev.weir.examples.models;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.layer.Activation;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A cart learns to balance a pole, from nothing but how long it stayed up. Fifty times a second a
 * small network, the policy, looks at the cart and says how likely it is to push left or right.
 *
 * <p>Learning is REINFORCE with a baseline (Williams, 1992): after some episodes, pushes that were
 * followed by more steps than usual become likelier, the others less likely. What is usual in a
 * situation is the guess of a second network, the baseline. There are no examples to imitate and no
 * gradients through the cart, which is plain Java.
 */
public final class CartPole {
  /** An episode is over after so many steps, if the pole is still up. */
  static final int MOST_STEPS = 200;

  /** How many episodes are played, side by side, before something is learned from them. */
  private static final int EPISODES = 16;

  /** What a step is worth that comes one step later. */
  private static final float DISCOUNT = 0.98f;

  /**
   * A cart with a pole on it, both moving.
   *
   * @param place of the cart, in m from the middle of the track
   * @param speed of the cart, in m/s
   * @param angle of the pole, in radians from upright, positive to the right
   * @param turning speed of the pole, in rad/s
   */
  record Cart(double place, double speed, double angle, double turning) {
    private static final double GRAVITY = 9.8;
    private static final double WHOLE_MASS = 1.1;
    private static final double POLE_MASS = 0.1;
    private static final double HALF_POLE = 0.5;
    private static final double FORCE = 10;
    private static final double SECONDS = 0.02;

    /** A cart that nearly stands still, its pole nearly upright. */
    static Cart start(Random random) {
      double[] little = random.doubles(4, -0.05, 0.05).toArray();
      return new Cart(little[0], little[1], little[2], little[3]);
    }

    /** The cart 20 ms later, pushed left or right with 10 N all the time. */
    Cart pushed(boolean right) {
      double sine = Math.sin(angle);
      double cosine = Math.cos(angle);
      double moment = POLE_MASS * HALF_POLE;
      // Newton's second law for the whole, with the pole's centrifugal force, and for the pole's
      // turning around its foot; a thin rod has the moment of inertia 4/3 m l² about its end.
      double push = ((right ? FORCE : -FORCE) + moment * turning * turning * sine) / WHOLE_MASS;
      double inertia = HALF_POLE * (4.0 / 3 - POLE_MASS * cosine * cosine / WHOLE_MASS);
      double turn = (GRAVITY * sine - cosine * push) / inertia;
      double acceleration = push - moment * turn * cosine / WHOLE_MASS;
      return new Cart(
          place + SECONDS * speed,
          speed + SECONDS * acceleration,
          angle + SECONDS * turning,
          turning + SECONDS * turn);
    }

    /** Whether the pole leans by more than 12° or the cart has left the track. */
    boolean hasFailed() {
      return Math.abs(angle) > Math.toRadians(12) || Math.abs(place) > 2.4;
    }
  }

  /** The carts of one episode, one for each step made, and how each was pushed (1 is right). */
  private record Episode(List<Cart> carts, List<Integer> pushes) {
    int steps() {
      return pushes.size();
    }

    Cart last() {
      return carts.getLast();
    }

    boolean isOver() {
      return last().hasFailed() || steps() == MOST_STEPS;
    }
  }

  private final Graph graph = new Graph();
  private final Output carts;
  private final Output pushes;
  private final Output returns;
  private final Output drawnPush;
  private final Output likeliestPush;
  private final Node initializer;
  private final Node learn;
  private final Random random;

  /** Builds the two networks and the step that trains them. */
  CartPole(long seed) {
    random = new Random(seed);
    Model model = Model.create(graph, seed);
    Ops ops = model.ops();
    carts = ops.withName("carts").placeholder(DType.FLOAT32, Shape.of(-1, 4));
    pushes = ops.withName("pushes").placeholder(DType.INT32, Shape.of(-1));
    returns = ops.withName("returns").placeholder(DType.FLOAT32, Shape.of(-1));

    // The policy: scores for left and right. It acts by drawing one of the two, so it keeps trying
    // both, until it is sure.
    Output scores =
        Sequential.of(Dense.of(32).with(Activation.tanh()), Dense.of(2))
            .apply(model.in("policy"), carts);
    Output drawn = ops.random.multinomial(scores, 1, model.seed());
    drawnPush = ops.array.squeeze(drawn, 1);
    likeliestPush = ops.math.argMax(scores, 1);

    // The baseline: what is usual from here.
    Output usual =
        ops.array.squeeze(
            Sequential.of(Dense.of(32).with(Activation.tanh()), Dense.of(1))
                .apply(model.in("baseline"), carts),
            1);

    // How much better it went than usual, in deviations. It says how much to learn, and in which
    // direction; it is not itself to be made small, so no gradient goes through it.
    Output surplus = ops.control.stopGradient(ops.math.sub(returns, usual));
    Output spread = ops.nn.moments(surplus, new int[] {0}, false).variance();
    Output weight =
        ops.math.mul(surplus, ops.math.rsqrt(ops.math.add(spread, ops.constant(1e-6f))));

    // The cross entropy with the push that was made is -ln of its probability.
    Output unlikelihood = ops.nn.sparseSoftmaxCrossEntropyWithLogits(pushes, scores);
    Output policyLoss = Losses.mean(ops, ops.math.mul(weight, unlikelihood));
    Output baselineLoss = Losses.meanSquaredError(ops, returns, usual);
    learn = Adam.of(0.02f).minimize(model, ops.math.add(policyLoss, baselineLoss));
    initializer = model.initializer();
  }

  /**
   * How training went.
   *
   * @param training the mean steps of an episode, batch by batch
   * @param afterward the mean steps of an episode when the likelier push is always made
   * @param ends how an episode of each batch ended, and at last one of those afterward
   */
  record Report(List<Double> training, double afterward, List<Cart> ends) {}

  /** Trains until a batch of episodes is nearly perfect, then plays 100 episodes in earnest. */
  Report train(int mostBatches, Consumer<String> progress) {
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(initializer).run();
      List<Double> means = new ArrayList<>();
      List<Cart> ends = new ArrayList<>();
      do {
        List<Episode> episodes = play(session, EPISODES, drawnPush);
        ends.add(episodes.getFirst().last());
        learn(session, episodes);
        means.add(meanSteps(episodes));
        progress.accept(
            String.format(
                Locale.ROOT, "batch %3d: %5.1f steps an episode", means.size(), means.getLast()));
      } while (means.size() < mostBatches && means.getLast() < 0.99 * MOST_STEPS);
      List<Episode> afterward = play(session, 100, likeliestPush);
      ends.add(afterward.getFirst().last());
      return new Report(means, meanSteps(afterward), ends);
    }
  }

  private static double meanSteps(List<Episode> episodes) {
    return episodes.stream().mapToInt(Episode::steps).average().orElseThrow();
  }

  /** Plays episodes side by side, so that one run of the graph decides for all carts. */
  private List<Episode> play(Session session, int count, Output push) {
    List<Episode> episodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Cart> start = new ArrayList<>(List.of(Cart.start(random)));
      episodes.add(new Episode(start, new ArrayList<>()));
    }
    List<Episode> open = episodes;
    while (!open.isEmpty()) {
      Tensor seen = tensor(open.stream().map(Episode::last).toList());
      Tensor decided = session.runner().feed(carts, seen).run(push);
      for (int i = 0; i < open.size(); i++) {
        Episode episode = open.get(i);
        episode.pushes().add(decided.getInt(i));
        episode.carts().add(episode.last().pushed(decided.getInt(i) == 1));
      }
      open = open.stream().filter(episode -> !episode.isOver()).toList();
    }
    return episodes;
  }

  /** A row for each cart. */
  private static Tensor tensor(List<Cart> carts) {
    float[][] rows = new float[carts.size()][];
    for (int i = 0; i < rows.length; i++) {
      Cart cart = carts.get(i);
      rows[i] =
          new float[] {
            (float) cart.place(), (float) cart.speed(), (float) cart.angle(), (float) cart.turning()
          };
    }
    return Tensors.ofArray(rows);
  }

  /** One training step with all steps of all episodes. */
  private void learn(Session session, List<Episode> episodes) {
    List<Cart> seen = new ArrayList<>();
    List<Integer> decided = new ArrayList<>();
    List<Float> worth = new ArrayList<>();
    for (Episode episode : episodes) {
      seen.addAll(episode.carts().subList(0, episode.steps()));
      decided.addAll(episode.pushes());
      worth.addAll(returns(episode.steps()));
    }
    session
        .runner()
        .feed(carts, tensor(seen))
        .feed(pushes, Tensors.ofList(DType.INT32, decided))
        .feed(returns, Tensors.ofList(DType.FLOAT32, worth))
        .addTarget(learn)
        .run();
  }

  /**
   * What each step of an episode led to: the number of steps from there on, later ones counting
   * less, as a share of the most there can be.
   */
  private static List<Float> returns(int steps) {
    Float[] all = new Float[steps];
    float sum = 0;
    for (int i = steps - 1; i >= 0; i--) {
      sum = 1 + DISCOUNT * sum;
      all[i] = (1 - DISCOUNT) * sum;
    }
    return Arrays.asList(all);
  }

  /** The mean steps of each batch as a row of bars. */
  static String curve(List<Double> means) {
    StringBuilder bars = new StringBuilder();
    for (double mean : means) {
      bars.append("▁▂▃▄▅▆▇█".charAt((int) Math.min(7, mean / MOST_STEPS * 8)));
    }
    return bars.toString();
  }

  /** A cart on its track, from the side; its pole leans three times as far as it does. */
  static String drawing(Cart cart) {
    int middle = 30;
    int place = middle + (int) Math.round(cart.place() / 2.4 * 24);
    StringBuilder lines = new StringBuilder();
    for (int height = 4; height > 0; height--) {
      double lean = Math.tan(Math.clamp(3 * cart.angle(), -1, 1)) * 2 * height;
      char pole = Math.abs(lean) < height * 0.3 ? '|' : lean > 0 ? '/' : '\\';
      lines.repeat(' ', Math.max(0, place + (int) Math.round(lean))).append(pole).append('\n');
    }
    lines.repeat(' ', Math.max(0, place - 2)).append("┌───┐\n");
    lines.repeat('─', Math.max(0, place - 2)).append("┴o─o┴");
    return lines.repeat('─', Math.max(0, 2 * middle - place - 2)).toString();
  }

  public static void main(String[] arguments) {
    Report report = new CartPole(1).train(100, System.out::println);
    System.out.println(curve(report.training()));
    System.out.printf(Locale.ROOT, "100 more episodes: %.1f steps%n", report.afterward());
    System.out.println("how the first episode ended, and one of the last:");
    System.out.println(drawing(report.ends().getFirst()));
    System.out.println(drawing(report.ends().getLast()));
  }
}
