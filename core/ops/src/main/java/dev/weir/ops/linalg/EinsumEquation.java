package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An equation like {@code "...ij,jk->...ik"}: the letters of each input and of the output.
 *
 * @param inputs one or two
 */
record EinsumEquation(String text, List<String> inputs, String output) {
  static final String ELLIPSIS = "...";

  /** The labels of the dimensions an ellipsis stands for come from here, the last one first. */
  private static final char LAST_BROADCAST = '\uFFFF';

  private static final int MAX_RANK = 254;

  static EinsumEquation parse(String text) {
    String[] sides = text.split("->", -1);
    if (sides.length != 2) {
      throw WeirException.invalidArgument(
          "an equation must have exactly one \"->\", got \"%s\"", text);
    }
    List<String> inputs = List.of(sides[0].split(",", -1));
    if (inputs.size() > 2) {
      throw WeirException.invalidArgument(
          "an equation must have one or two inputs, got \"%s\"", text);
    }
    inputs.forEach(input -> checkLabels(text, input));
    checkLabels(text, sides[1]);
    return new EinsumEquation(text, inputs, sides[1]);
  }

  private static void checkLabels(String text, String labels) {
    if (labels.replaceFirst("\\.\\.\\.", "").indexOf('.') >= 0) {
      throw WeirException.invalidArgument(
          "labels must be single characters or one \"...\", got \"%s\" in \"%s\"", labels, text);
    }
  }

  /** The labels of an input of a rank, one for each dimension. */
  String labels(int input, int rank) {
    return expanded(inputs.get(input), rank);
  }

  private static String expanded(String labels, int rank) {
    int dots = labels.indexOf(ELLIPSIS);
    if (dots < 0) {
      return labels;
    }
    int count = rank - (labels.length() - ELLIPSIS.length());
    StringBuilder broadcast = new StringBuilder();
    for (int i = count - 1; i >= 0; i--) {
      broadcast.append((char) (LAST_BROADCAST - i));
    }
    return labels.substring(0, dots) + broadcast + labels.substring(dots + ELLIPSIS.length());
  }

  /** The labels of the output, given how many dimensions the inputs' ellipses stand for. */
  String outputLabels(int broadcastRank) {
    return output.contains(ELLIPSIS)
        ? expanded(output, output.length() - ELLIPSIS.length() + broadcastRank)
        : output;
  }

  /** How many dimensions the ellipsis of an input stands for. */
  int broadcastRank(int input, int rank) {
    String labels = inputs.get(input);
    return labels.contains(ELLIPSIS) ? rank - (labels.length() - ELLIPSIS.length()) : 0;
  }

  /** Whether a label stands for a dimension of an ellipsis. */
  static boolean isBroadcast(char label) {
    return label > LAST_BROADCAST - MAX_RANK;
  }

  /** The shape of the output; checks the inputs' shapes as far as they are known. */
  Shape resultShape(List<Shape> shapes) {
    if (shapes.size() != inputs.size()) {
      throw WeirException.invalidArgument(
          "\"%s\" has %d inputs, got %d", text, inputs.size(), shapes.size());
    }
    Map<Character, Long> sizes = new TreeMap<>();
    int broadcastRank = 0;
    boolean isRankKnown = true;
    for (int i = 0; i < shapes.size(); i++) {
      Shape shape = shapes.get(i);
      if (!shape.hasRank()) {
        isRankKnown &= !inputs.get(i).contains(ELLIPSIS);
        continue;
      }
      checkRank(i, shape);
      broadcastRank = Math.max(broadcastRank, broadcastRank(i, shape.rank()));
      String labels = labels(i, shape.rank());
      for (int d = 0; d < shape.rank(); d++) {
        record(sizes, labels.charAt(d), shape.size(d));
      }
    }
    if (broadcastRank > 0 && !output.contains(ELLIPSIS)) {
      throw WeirException.invalidArgument(
          "\"%s\" has dimensions in \"...\" but no \"...\" in its output", text);
    }
    if (!isRankKnown) {
      return Shape.unknown();
    }
    return shapeOf(outputLabels(broadcastRank), sizes);
  }

  private Shape shapeOf(String labels, Map<Character, Long> sizes) {
    List<Long> result = new ArrayList<>();
    for (char label : labels.toCharArray()) {
      boolean isInput = inputs.stream().anyMatch(input -> input.indexOf(label) >= 0);
      if (!isBroadcast(label) && !isInput) {
        throw WeirException.invalidArgument(
            "label \"%s\" of the output is in no input: \"%s\"", label, text);
      }
      result.add(sizes.getOrDefault(label, Shape.UNKNOWN_SIZE));
    }
    return Shape.of(result.stream().mapToLong(size -> size).toArray());
  }

  private void checkRank(int i, Shape shape) {
    String labels = inputs.get(i);
    boolean fits =
        labels.contains(ELLIPSIS)
            ? shape.rank() >= labels.length() - ELLIPSIS.length()
            : shape.rank() == labels.length();
    if (!fits) {
      throw WeirException.invalidArgument(
          "input %d of \"%s\" must have the rank its labels say, got %s", i, text, shape);
    }
  }

  private void record(Map<Character, Long> sizes, char label, long size) {
    long known = sizes.getOrDefault(label, Shape.UNKNOWN_SIZE);
    if (isBroadcast(label) && (known == 1 || size == 1)) {
      sizes.put(label, known == 1 ? size : known == Shape.UNKNOWN_SIZE ? size : known);
      return;
    }
    if (!Batches.agree(known, size)) {
      throw WeirException.invalidArgument(
          "dimensions must agree in \"%s\": %s has sizes %d and %d",
          text, isBroadcast(label) ? ELLIPSIS : label, known, size);
    }
    sizes.put(label, Math.max(known, size));
  }
}
