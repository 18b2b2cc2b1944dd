package dev.weir.cli.train;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.cli.launch.ClusterPlan;
import dev.weir.cli.launch.Supervisor;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import dev.weir.train.TrainingTarget;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
      "Ctrl-C saves what was learned; the same command goes on from there."
    },
    footer = {
      "",
      "Examples: weir train digits",
      "          weir train digits --data mnist",
      "          weir train digits --ps 1 --workers 2",
      "          weir run digits-run/model.pb --feed image=@digits-run/digit.png --fetch digit"
    })
final class DigitsCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @CommandLine.Mixin DigitsOptions options = new DigitsOptions();

  @Option(
      names = "--resume",
      negatable = true,
      description = {
        "Go on from the last checkpoint of --out, or begin anew.",
        "Default: go on with a training of the same options that was stopped."
      })
  @Nullable Boolean resume;

  @CommandLine.Mixin ProcessOptions processes = new ProcessOptions();

  @Override
  public Integer call() {
    long begun = System.nanoTime();
    options.check();
    processes.check();
    DigitsData digits = options.digits(news -> say("%s", news));
    DigitsTraining.Plan plan = options.plan(digits);
    RunFile run = new RunFile(options.out, options.described(plan, digits));
    try (DigitsTraining training = new DigitsTraining(plan, DigitsPlace.ALONE, options.out)) {
      long before = start(training, run);
      say(
          "training with %,d digits, %,d steps of %d%s",
          digits.train().size(),
          plan.steps(),
          plan.batch(),
          before == 0 ? "" : String.format(Locale.ROOT, ", going on after step %,d", before));
      if (processes.areWanted()) {
        int code = trainTogether(plan, digits, before);
        if (code != CommandLine.ExitCode.OK) {
          return code;
        }
      } else if (!train(training, plan, digits)) {
        return Interruption.EXIT_CODE;
      }
      DigitsResult result =
          DigitsResult.of(
              options.out, checkpoint(), training.events(), digits, plan.steps(), begun);
      run.finish();
      result.print(out(), options, plan.steps());
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
            options.out);
      }
      if (run.isOther()) {
        say("%s holds a training with other options, which this one replaces", options.out);
      }
      training.begin();
    }
    run.begin(); // only now: what it describes is the checkpoint that is there
    return restored.orElse(0);
  }

  private static OptionalLong restored(DigitsTraining training) {
    try {
      return training.restorable();
    } catch (WeirException e) {
      throw new WeirException(e.code(), e.getMessage() + "\n  --no-resume begins anew", e);
    }
  }

  /** Trains to the end. Returns whether it got there and was not told to stop before. */
  private boolean train(DigitsTraining training, DigitsTraining.Plan plan, DigitsData digits) {
    try (Interruption interruption = Interruption.watch()) {
      try (ProgressBar progress = new ProgressBar(err(), Terminal.ofErr(), plan.steps())) {
        training.train(
            TrainingTarget.local(), digits, interruption::isAsked, new DigitsProgress(progress));
      }
      if (interruption.isAsked()) {
        tellStopped(plan);
      }
      return !interruption.isAsked();
    }
  }

  /** Trains in several processes. Returns an exit code. */
  private int trainTogether(DigitsTraining.Plan plan, DigitsData digits, long before) {
    if (before >= plan.steps()) {
      return CommandLine.ExitCode.OK;
    }
    ClusterPlan tasks = processes.cluster();
    int own = digits.train().size() / tasks.cluster().tasks(ClusterPlan.WORKER).size();
    if (own < plan.batch()) {
      throw WeirException.invalidArgument(
          "each worker has %d of the digits, fewer than the %d of a step; use a smaller --batch or"
              + " fewer --workers",
          own, plan.batch());
    }
    try (Interruption interruption = Interruption.watch()) {
      Supervisor.Outcome outcome;
      Terminal terminal = Terminal.ofErr();
      try (ProgressBar progress = new ProgressBar(err(), terminal, plan.steps())) {
        DigitsClusterLog log = new DigitsClusterLog(tasks.names(), terminal, progress);
        outcome =
            new DigitsCluster(tasks, processes.restarts(), plan, options.source(), options.out, log)
                .run(digits.train());
        if (outcome.code() == CommandLine.ExitCode.OK && !interruption.isAsked()) {
          log.finish(plan.steps());
        }
      }
      if (interruption.isAsked()) {
        tellStopped(plan);
        return Interruption.EXIT_CODE;
      }
      outcome.failed().ifPresent(task -> tellFailed(task, outcome));
      return outcome.code();
    }
  }

  private void tellFailed(String task, Supervisor.Outcome outcome) {
    String message =
        String.format(
            Locale.ROOT,
            "%s failed with exit code %d and everything was stopped; the same command goes on from"
                + " %s. Its last lines:\n%s",
            task,
            outcome.code(),
            checkpoint(),
            String.join("\n", outcome.lastLines()));
    tell(ErrorCode.ABORTED, message);
  }

  private void tellStopped(DigitsTraining.Plan plan) {
    Path last = checkpoint();
    String name = String.valueOf(last.getFileName());
    String message =
        String.format(
            Locale.ROOT,
            "stopped after step %s of %d, which %s has; the same command goes on from there",
            name.substring(name.lastIndexOf('-') + 1),
            plan.steps(),
            last);
    tell(ErrorCode.CANCELLED, message);
  }

  private void tell(ErrorCode code, String message) {
    say("weir: %s", message);
    if (options.json) {
      Map<String, Object> error = new LinkedHashMap<>();
      error.put("code", code.name());
      error.put("message", message);
      out().println(JsonWriter.write(Map.of("error", error)));
      out().flush();
    }
  }

  /** The last one there is; not absolute unless it was asked so. */
  private Path checkpoint() {
    Path folder = options.out.resolve("checkpoints");
    return new CheckpointFolder(folder)
        .latest()
        .map(last -> folder.resolve(last.getFileName()))
        .orElseThrow(() -> WeirException.notFound("there is no checkpoint in %s", folder));
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
