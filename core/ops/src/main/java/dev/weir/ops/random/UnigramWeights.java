package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;

/** Collects the weights of the classes of one shard, each to a power. */
final class UnigramWeights {
  /** So that a number in a graph cannot ask for gigabytes. */
  private static final long MOST_RESERVED = 1 << 24;

  private static final int FIRST_LENGTH = 1024;

  private final long range;
  private final float distortion;
  private final long shards;
  private final long shard;
  private float[] values;
  private int count;
  private int positive;

  private UnigramWeights(long range, Attributes attrs) {
    if (range >= Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "range_max must be less than %d, is %d", Integer.MAX_VALUE, range);
    }
    this.distortion = attrs.floating("distortion");
    this.shards = attrs.integer("num_shards");
    this.shard = attrs.integer("shard");
    this.range = range;
    this.values = new float[(int) Math.min(FIRST_LENGTH, range)];
  }

  /** The weights that a node's attributes give or name. */
  static UnigramWeights read(long range, Attributes attrs, Function<String, Path> files) {
    UnigramWeights weights = new UnigramWeights(range, attrs);
    weights.reserve(attrs.integer("num_reserved_ids"));
    String file = attrs.string("vocab_file");
    if (file.isEmpty()) {
      weights.addAll(attrs.floats("unigrams"));
    } else {
      weights.addFile(file, files.apply(file));
    }
    if (weights.count != range) {
      throw WeirException.invalidArgument(
          "range_max must be the number of weights, with those reserved: %d vs %d",
          range, weights.count);
    }
    if (weights.positive == 0) {
      throw WeirException.invalidArgument("no class can be drawn: all weights are 0");
    }
    return weights;
  }

  /** One for each class. */
  float[] values() {
    return values;
  }

  /** How many are not 0. */
  int positive() {
    return positive;
  }

  private void reserve(long ids) {
    long ours = shard < Math.min(ids, shards) ? (ids - shard - 1) / shards + 1 : 0;
    if (Math.min(ours, range) > MOST_RESERVED) {
      throw WeirException.invalidArgument(
          "num_reserved_ids must leave at most %d for a shard, got %d of %d shards",
          MOST_RESERVED, ids, shards);
    }
    for (long i = 0; i < ours; i++) {
      append(0);
    }
  }

  private void addAll(float[] unigrams) {
    long id = count;
    for (int i = 0; i < unigrams.length; i++) {
      if (id++ % shards == shard) {
        add(unigrams[i], "unigrams[" + i + "] is " + unigrams[i]);
      }
    }
  }

  private void addFile(String file, Path path) {
    // Words may be in any encoding; all that matters are commas and digits.
    try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
      long id = count;
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isEmpty() && id++ % shards == shard) {
          add(weight(line, file, number), "line " + number + " of " + file + " is not");
        }
      }
    } catch (IOException e) {
      throw WeirException.ofIo("reading vocab_file " + file, e);
    }
  }

  /**
   * Contents of the file stay out of errors: the sender of a graph may have no right to read it.
   */
  private static float weight(String line, String file, long number) {
    String field = line.substring(line.lastIndexOf(',') + 1).strip();
    try {
      return Float.parseFloat(field);
    } catch (NumberFormatException e) {
      throw WeirException.invalidArgument(
          "a line of a vocab_file must end with a weight, after a comma: line %d of %s does"
              + " not",
          number, file);
    }
  }

  private void add(float weight, String fault) {
    if (!(weight >= 0) || Float.isInfinite(weight)) {
      throw WeirException.invalidArgument("weights must be finite and not negative: %s", fault);
    }
    append((float) Math.pow(weight, distortion));
  }

  private void append(float weight) {
    if (count == range) {
      throw WeirException.invalidArgument(
          "range_max must be the number of weights, with those reserved: %d, but there are more",
          range);
    }
    if (count == values.length) {
      values = Arrays.copyOf(values, (int) Math.min(range, 2L * values.length));
    }
    values[count++] = weight;
    positive += weight > 0 ? 1 : 0;
  }
}
