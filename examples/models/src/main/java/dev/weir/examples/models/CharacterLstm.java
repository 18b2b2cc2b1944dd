package dev.weir.examples.models;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.Optimizer;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Embedding;
import dev.weir.train.layer.Lstm;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.Clipping;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Learns a rhyme, character by character, and then writes: what it wrote last is what it reads
 * next.
 *
 * <p>The memory of the LSTM is fed to every step and fetched from it, so that what is read part by
 * part is read as a whole.
 */
public final class CharacterLstm {
  static final String RHYME =
      """
      one for the miller and two for the mill,
      three for the river that never stands still,
      four for the weir where the water runs white,
      five for the heron that fishes at night,
      six for the willow and seven for the wren,
      eight for the ferry that comes back again,
      nine for the bridge and the moon and the sea,
      ten for the stone that you owe to me.
      """;

  /** Every character that occurs; its position is its number. */
  private static final String ALPHABET =
      RHYME.chars().distinct().sorted().mapToObj(Character::toString).collect(Collectors.joining());

  private static final int UNITS = 48;
  private static final int STEPS = 300;

  /** How many places of the rhyme are read at once: the size of a batch. */
  private static final int READERS = 4;

  /** How many characters each reads in a step; gradients flow back no further. */
  private static final int PART = 24;

  private final Model model = Model.create(new Graph(), 11);

  private final Output read; // [readers, characters]
  private final Output following; // what comes after each of them
  private final Lstm.Reading reading;
  private final Output loss;
  private final Node step;
  private final Output temperature;
  private final Output written; // [readers · characters, 1]

  public static void main(String[] arguments) {
    CharacterLstm writer = new CharacterLstm();
    try (Session session = Session.open(writer.model.graph())) {
      session.runner().addTarget(writer.model.initializer()).run();
      writer.train(session);
      System.out.println("it writes, with care:");
      System.out.println(writer.write(session, "one for the miller", 200, 0.3f));
      System.out.println("it writes, with fancy:");
      System.out.println(writer.write(session, "ten for the stone", 200, 1.2f));
    }
  }

  private CharacterLstm() {
    Ops ops = model.ops();
    read = ops.withName("read").placeholder(DType.INT32, Shape.of(-1, -1));
    following = ops.withName("following").placeholder(DType.INT32, Shape.of(-1, -1));
    Output vectors = Embedding.of(ALPHABET.length(), 16).apply(model, read);
    reading = Lstm.of(UNITS).read(model, vectors);

    // A score for every character of the alphabet, after every character that was read.
    Output rows = ops.array.reshape(reading.sequence(), -1, UNITS);
    Output scores = Dense.of(ALPHABET.length()).apply(model, rows);
    Output labels = ops.array.reshape(following, -1);
    loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, scores);

    // Through many characters gradients may explode, so they are clipped before they are used.
    List<Optimizer.Update> gradients = Optimizer.gradients(model, loss, model.trainable());
    step = Adam.of(0.02f).apply(model, Clipping.byGlobalNorm(model, gradients, 1));

    // The lower the temperature, the more certainly the likeliest character is drawn.
    temperature = ops.withName("temperature").placeholder(DType.FLOAT32, Shape.scalar());
    written = ops.random.multinomial(ops.math.realDiv(scores, temperature), 1, model.seed());
  }

  /** Readers begin at different places and read on and on. */
  private void train(Session session) {
    List<Tensor> memory = List.of();
    for (int done = 0; done < STEPS; done++) {
      List<Tensor> fetched =
          remembering(session, memory)
              .feed(read, parts(done * PART))
              .feed(following, parts(done * PART + 1))
              .fetch(loss)
              .addTarget(step)
              .run();
      memory = fetched.subList(0, 2);
      if (done % 50 == 49) {
        float mean = fetched.get(2).scalarFloat();
        System.out.printf(Locale.ROOT, "step %3d  loss %.4f%n", done + 1, mean);
      }
    }
  }

  /** Goes on from a beginning. */
  private String write(Session session, String beginning, int length, float warmth) {
    StringBuilder text = new StringBuilder(beginning);
    List<Tensor> memory = List.of();
    String unread = beginning;
    while (text.length() < length) {
      List<Tensor> fetched =
          remembering(session, memory)
              .feed(read, numbers(unread).reshaped(Shape.of(1, unread.length())))
              .feed(temperature, Tensors.scalar(warmth))
              .fetch(written)
              .run();
      memory = fetched.subList(0, 2);
      // One was drawn after each character that was read: the last is the one that is new.
      int drawn = fetched.get(2).getInt(unread.length() - 1L);
      unread = ALPHABET.substring(drawn, drawn + 1);
      text.append(unread);
    }
    return text.toString();
  }

  /** A step that goes on with a memory, if there is one, and fetches it first. */
  private Runner remembering(Session session, List<Tensor> memory) {
    Runner runner = session.runner().fetch(reading.after().h()).fetch(reading.after().c());
    if (!memory.isEmpty()) {
      runner.feed(reading.before().h(), memory.get(0)).feed(reading.before().c(), memory.get(1));
    }
    return runner;
  }

  /** What each reader reads, this far from where it began; the rhyme has no end. */
  private static Tensor parts(int position) {
    StringBuilder all = new StringBuilder();
    for (int reader = 0; reader < READERS; reader++) {
      int from = (position + reader * RHYME.length() / READERS) % RHYME.length();
      all.append(RHYME.repeat(2), from, from + PART);
    }
    return numbers(all.toString()).reshaped(Shape.of(READERS, PART));
  }

  private static Tensor numbers(String text) {
    return Tensors.vector(text.chars().map(ALPHABET::indexOf).toArray());
  }
}
