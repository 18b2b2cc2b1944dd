package dev.weir.train.listener;

import dev.weir.error.WeirException;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.train.Cadence;
import dev.weir.train.StepReport;
import dev.weir.train.StepRequest;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Traces steps at intervals, each to a file for chrome://tracing and Perfetto: {@code
 * trace-200.json}. For one training.
 */
public final class Profiler implements TrainingListener {
  private final Path folder;
  private final Cadence.Timer timer;

  private Profiler(Path folder, Cadence cadence) {
    this.folder = folder;
    this.timer = cadence.timer();
  }

  /** Writes traces to a folder, which is created if it does not exist. */
  public static Profiler of(Path folder, Cadence cadence) {
    return new Profiler(folder, cadence);
  }

  @Override
  public void beforeStep(StepRequest request) {
    if (timer.isDue(request.step())) {
      request.trace();
    }
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    if (report.trace().isPresent() && timer.isDue(report.step())) {
      write(report.step(), report.trace().get());
      timer.done(report.step());
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
