package dev.weir.cli.train;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.terminal.Terminal;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.json.JsonWriter;
import dev.weir.records.EventWriter;
import dev.weir.records.Png;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a training.
 *
 * @param evaluation how well the model reads digits it has not seen
 * @param seconds how long it all took
 * @param sample a picture to try the model with
 */
record DigitsResult(
    Evaluation evaluation,
    DigitsData digits,
    double seconds,
    Path checkpoint,
    Path events,
    Path model,
    Path sample) {
  /**
   * Makes the model of a checkpoint and tests it.
   *
   * @param step what was misread is written to the events of this step
   * @param begun when it all began, in nanoseconds
   */
  static DigitsResult of(
      Path out, Path checkpoint, EventWriter events, DigitsData digits, long step, long begun) {
    Path model = out.resolve("model.pb");
    Path sample = out.resolve("digit.png");
    replace(model, GraphDefs.toBinary(DigitNet.frozen(Checkpoints.load(checkpoint))));
    replace(sample, Png.encode(digits.test().picture(digits.sample())));
    // what is tested is what was written
    Evaluation evaluation = Evaluation.of(GraphDefs.read(model), digits.test());
    for (Evaluation.Misread each : evaluation.misread().stream().limit(4).toList()) {
      String tag = "misread/" + each.label() + " as " + each.guess() + ", " + each.picture();
      events.image(step, tag, digits.test().picture(each.picture()));
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new DigitsResult(evaluation, digits, seconds, checkpoint, events.file(), model, sample);
  }

  /** Writes a file aside first, so that a full disk leaves the one that was there. */
  private static void replace(Path file, byte[] bytes) {
    Path aside = file.resolveSibling(file.getFileName() + ".part");
    try {
      try {
        Files.write(aside, bytes);
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(aside);
      }
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }

  /** Prints it, as JSON if that is asked for. */
  void print(PrintWriter out, DigitsOptions options, long steps) {
    if (options.json) {
      out.println(JsonWriter.write(object(options, steps)));
    } else {
      out.print(new DigitsReport(Terminal.ofOut()).of(evaluation, digits.test()));
      out.println(files());
    }
    out.flush();
  }

  private Map<String, Object> object(DigitsOptions options, long steps) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("testAccuracy", evaluation.accuracy());
    object.put("steps", steps);
    object.put("seconds", Math.round(seconds * 1e3) / 1e3);
    object.put("checkpoint", checkpoint);
    object.put("events", events);
    object.put("model", model);
    object.put("sample", sample);
    object.put("data", options.source());
    object.put("trainedWith", digits.train().size());
    object.put("testedWith", digits.test().size());
    object.put("seed", options.seed);
    object.put("confusion", rows(evaluation.confusion()));
    return object;
  }

  private static List<List<Integer>> rows(int[][] matrix) {
    return Arrays.stream(matrix).map(row -> Arrays.stream(row).boxed().toList()).toList();
  }

  private String files() {
    return String.format(
        Locale.ROOT,
        """

        checkpoint  %s
        events      %s
        model       %s
        in %.1f seconds; now try
          ./weir run %s --feed image=@%s --fetch digit\
        """,
        checkpoint,
        events,
        model,
        seconds,
        model,
        sample);
  }
}
