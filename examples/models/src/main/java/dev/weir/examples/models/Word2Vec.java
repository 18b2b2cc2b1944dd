package dev.weir.examples.models;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.random.RandomOps.CandidateRange;
import dev.weir.ops.random.RandomOps.Unigrams;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.EpochReport;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.MemoryBatches;
import dev.weir.train.Model;
import dev.weir.train.Trainer;
import dev.weir.train.layer.Initializer;
import dev.weir.train.optimizer.Adam;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Learns a vector for every word from the words around it (skip-gram with negative sampling,
 * Mikolov and others, 2013). Words that can take each other's place get vectors in about the same
 * direction, though nothing ever says which words these are.
 *
 * <p>Of all vectors a step changes only those of the words in its batch and of the words drawn
 * against them: with a million words it would hardly be slower.
 */
public final class Word2Vec {
  private static final int WIDTH = 16;

  /** How far from a word its neighbors are looked for. */
  private static final int WINDOW = 2;

  /** How many words a batch is told apart from. */
  private static final int NEGATIVES = 12;

  /** The words of the small language that the corpus is written in. */
  static final Map<String, List<String>> CLASSES =
      Map.of(
          "ANIMAL", List.of("cat", "dog", "horse", "cow", "mouse", "goose", "fox", "hedgehog"),
          "PERSON", List.of("king", "doctor", "sailor", "painter", "farmer", "teacher", "pilot"),
          "FOOD", List.of("bread", "cheese", "soup", "apples", "rice", "carrots", "honey"),
          "COLOR", List.of("red", "green", "blue", "white", "gray", "yellow"),
          "PLACE", List.of("paris", "lisbon", "oslo", "cairo", "lima", "kyoto", "delhi"),
          "EATS", List.of("eats", "likes", "wants", "steals", "smells"),
          "GOES", List.of("walks", "travels", "hurries", "sails", "moves"));

  /** Its sentences; a word in capitals stands for any word of its class. */
  private static final List<String> SENTENCES =
      List.of(
          "the COLOR ANIMAL EATS some FOOD",
          "a PERSON GOES to PLACE",
          "in PLACE every PERSON EATS FOOD",
          "the ANIMAL is COLOR",
          "one PERSON from PLACE has a COLOR ANIMAL",
          "the PERSON brings FOOD from PLACE");

  /** Sentences at random. */
  static List<List<String>> corpus(int sentences, long seed) {
    Random random = new Random(seed);
    List<List<String>> corpus = new ArrayList<>();
    for (int i = 0; i < sentences; i++) {
      List<String> sentence = new ArrayList<>();
      for (String symbol : SENTENCES.get(random.nextInt(SENTENCES.size())).split(" ", -1)) {
        List<String> choice = CLASSES.getOrDefault(symbol, List.of(symbol));
        sentence.add(choice.get(random.nextInt(choice.size())));
      }
      corpus.add(sentence);
    }
    return corpus;
  }

  /** All words, each with the number of its occurrences; a word's number is its place. */
  record Vocabulary(List<String> words, List<Float> counts) {
    static Vocabulary of(List<List<String>> corpus) {
      Map<String, Float> counts = new LinkedHashMap<>();
      corpus.forEach(sentence -> sentence.forEach(word -> counts.merge(word, 1f, Float::sum)));
      return new Vocabulary(List.copyOf(counts.keySet()), List.copyOf(counts.values()));
    }
  }

  private final List<String> words;
  private final Graph graph = new Graph();
  private final GraphVariable vectors;
  private final Trainer trainer;
  private final Output word;
  private final Output nearest;

  /** Builds the graph for a vocabulary. */
  Word2Vec(Vocabulary vocabulary, long seed) {
    words = vocabulary.words();
    Model model = Model.create(graph, seed);
    Ops ops = model.ops();
    // Each word has two vectors: one for when it is looked from, one for when it is seen nearby.
    Shape table = Shape.of(words.size(), WIDTH);
    Initializer start = Initializer.uniform(-0.5 / WIDTH, 0.5 / WIDTH);
    vectors = model.variable("vectors", start.of(model, table, DType.FLOAT32));
    GraphVariable nearby =
        model.variable("nearby", Initializer.zeros().of(model, table, DType.FLOAT32));

    word = ops.withName("word").placeholder(DType.INT64, Shape.of(-1));
    Output neighbor = ops.withName("neighbor").placeholder(DType.INT64, Shape.of(-1));
    // Words to tell neighbors from, drawn anew in every step, frequent ones more often. The power,
    // that of the paper, makes rare words less rare.
    Output others =
        ops.random
            .fixedUnigramCandidateSampler(
                ops.array.expandDims(neighbor, 1),
                1,
                new CandidateRange(NEGATIVES, true, words.size()),
                Unigrams.of(vocabulary.counts()).distorted(0.75f),
                model.seed())
            .sampledCandidates();

    // A product of vectors is to be large for a word and its neighbor, small for a word and the
    // others. Looking up by gather makes the gradients of both tables a few rows.
    Output from = vectors.gather(word); // [batch, WIDTH]
    Output fits = // [batch]
        ops.math.sum(ops.math.mul(from, nearby.gather(neighbor)), 1);
    Output misfits = // [batch, NEGATIVES]
        ops.linalg.matMul(from, nearby.gather(others), false, true);
    Output loss =
        ops.math.add(
            Losses.sigmoidCrossEntropy(ops, ops.array.onesLike(fits), fits),
            Losses.sigmoidCrossEntropy(ops, ops.array.zerosLike(misfits), misfits));
    trainer = Trainer.of(model, loss, Adam.of(0.01f)).inputs(word, neighbor);

    // The words whose vectors point in about the same direction, the nearest (itself) first.
    Output directions = ops.nn.l2Normalize(vectors, new int[] {1}, 1e-12);
    Output cosines = ops.linalg.matMul(ops.array.gather(directions, word), directions, false, true);
    nearest = ops.nn.topK(cosines, 5).indices();
  }

  Graph graph() {
    return graph;
  }

  /** The table of vectors, a row for each word. */
  GraphVariable vectors() {
    return vectors;
  }

  /** Goes through a corpus several times. */
  List<EpochReport> train(Session session, List<List<String>> corpus, int epochs) {
    return trainer.fit(session, pairs(corpus).batch(128).shuffled(5), FitOptions.epochs(epochs));
  }

  /** All pairs of a word and a neighbor in the same sentence. */
  private MemoryBatches pairs(List<List<String>> corpus) {
    Map<String, Long> numbers = new LinkedHashMap<>();
    words.forEach(each -> numbers.put(each, (long) numbers.size()));
    List<Long> centers = new ArrayList<>();
    List<Long> neighbors = new ArrayList<>();
    for (List<String> sentence : corpus) {
      for (int i = 0; i < sentence.size(); i++) {
        int end = Math.min(sentence.size(), i + WINDOW + 1);
        for (int j = Math.max(0, i - WINDOW); j < end; j++) {
          if (j != i) {
            centers.add(numbers.get(sentence.get(i)));
            neighbors.add(numbers.get(sentence.get(j)));
          }
        }
      }
    }
    return Batches.of(Tensors.ofList(DType.INT64, centers), Tensors.ofList(DType.INT64, neighbors));
  }

  /** The four words that a word is most like, the nearest first. */
  List<String> neighbors(Session session, String of) {
    Tensor number = Tensors.vector((long) words.indexOf(of));
    Tensor found = session.runner().feed(word, number).run(nearest);
    List<String> neighbors = new ArrayList<>();
    for (int i = 1; i < found.elements(); i++) {
      neighbors.add(words.get(found.getInt(i)));
    }
    return neighbors;
  }

  public static void main(String[] arguments) {
    List<List<String>> corpus = corpus(1500, 1);
    Word2Vec model = new Word2Vec(Vocabulary.of(corpus), 1);
    try (Session session = Session.open(model.graph())) {
      for (EpochReport epoch : model.train(session, corpus, 4)) {
        System.out.printf(
            Locale.ROOT, "epoch %d: loss %.3f%n", epoch.epoch(), epoch.training().get("loss"));
      }
      for (String each : List.of("hedgehog", "king", "honey", "blue", "oslo", "steals", "sails")) {
        System.out.println(each + " is like " + model.neighbors(session, each));
      }
    }
  }
}
