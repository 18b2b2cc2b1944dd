package dev.weir.train.session;

import dev.weir.error.WeirException;
import dev.weir.runtime.trace.StepTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Records what happens in a run, every so often, as a file for chrome://tracing and Perfetto:
 * {@code trace-200.json}.
 */
public final class ProfilerHook implements TrainingHook {
  private final Path folder;
  private final Cadence.Timer timer;

  private ProfilerHook(Path folder, Cadence cadence) {
    this.folder = folder;
    this.timer = cadence.timer();
  }

  /** Writes files to a folder, which is made if it is not there. */
  public static ProfilerHook of(Path folder, Cadence cadence) {
    return new ProfilerHook(folder, cadence);
  }

  @Override
  public void beforeRun(RunRequest request) {
    if (timer.isDue(request.nextStep())) {
      request.trace();
    }
  }

  @Override
  public void afterRun(RunReport report, TrainingSession training) {
    long step = report.globalStep() + 1;
    if (report.trace().isPresent() && timer.isDue(step)) {
      write(step, report.trace().get());
      timer.done(step);
    }
  }

  private void write(long step, StepTrace trace) {
    Path file = folder.resolve("trace-" + step + ".json");
    try {
      Files.createDirectories(folder);
      Files.writeString(file, trace.toChromeJson());
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }
}
