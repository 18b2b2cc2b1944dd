package dev.weir.train.listener;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.train.Cadence;
import dev.weir.train.EpochReport;
import dev.weir.train.StepReport;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves the model to the checkpoints of the training: at the start if there is none yet, then at
 * intervals, and at the end. Only the chief does.
 *
 * <p>A save in between that fails for lack of disk space does not end the training: it is logged,
 * and the next one is made when it is due. The first and the last save must succeed. For one
 * training.
 */
public final class CheckpointSaver implements TrainingListener {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointSaver.class);
  private static final long NEVER = -1;

  private final Cadence.@Nullable Timer timer;
  private @Nullable String measure;
  private boolean isInBackground;
  private long saved = NEVER;

  private CheckpointSaver(Cadence.@Nullable Timer timer) {
    this.timer = timer;
  }

  /** Saves every {@code steps} global steps. */
  public static CheckpointSaver everySteps(long steps) {
    return every(Cadence.everySteps(steps));
  }

  /** Saves after the first step that ends this long after the last save. */
  public static CheckpointSaver every(Duration time) {
    return every(Cadence.every(time));
  }

  /** Saves at a cadence. */
  public static CheckpointSaver every(Cadence cadence) {
    return new CheckpointSaver(cadence.timer());
  }

  /** Saves after every epoch of a {@code Trainer}. */
  public static CheckpointSaver everyEpoch() {
    return new CheckpointSaver(null);
  }

  /** Saves after every epoch, with a measure of the epoch by which the best are kept. */
  public static CheckpointSaver everyEpoch(String measure) {
    CheckpointSaver saver = everyEpoch();
    saver.measure = measure;
    return saver;
  }

  /**
   * Writes checkpoints in the background where the saver can, except the first and the last one:
   * steps wait only until the values are read.
   */
  public CheckpointSaver inBackground() {
    isInBackground = true;
    return this;
  }

  @Override
  public boolean isChiefOnly() {
    return true;
  }

  @Override
  public void onSession(TrainingSession training) {
    long step = training.globalStep();
    if (training.checkpoints().latest().isEmpty()) {
      save(training, step, OptionalDouble.empty()); // fails before time is spent on training
    }
    done(step);
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    tolerating(report.step(), () -> training.checkpoints().checkLast());
    if (timer != null && timer.isDue(report.step())) {
      saveBetween(training, training.globalStep(), OptionalDouble.empty());
    }
  }

  @Override
  public void afterEpoch(EpochReport report, TrainingSession training) {
    if (timer == null) {
      OptionalDouble value =
          measure == null
              ? OptionalDouble.empty()
              : OptionalDouble.of(report.measures().get(measure));
      saveBetween(training, training.globalStep(), value);
    }
  }

  @Override
  public void onEnd(TrainingSession training) {
    long step = training.globalStep();
    boolean isWritten = tolerating(step, () -> training.checkpoints().finish());
    if (step != saved || !isWritten) {
      save(training, step, OptionalDouble.empty());
    }
  }

  private void saveBetween(TrainingSession training, long step, OptionalDouble value) {
    tolerating(
        step,
        () -> {
          if (isInBackground) {
            training.saveSoon(step, value);
            LOG.info("saving step {}", step);
            saved = step;
          } else {
            save(training, step, value);
          }
        });
    done(step);
  }

  private void save(TrainingSession training, long step, OptionalDouble value) {
    LOG.info("saved step {} to {}", step, training.save(step, value));
    saved = step;
    done(step);
  }

  private void done(long step) {
    if (timer != null) {
      timer.done(step);
    }
  }

  /** Does something that may fail for lack of disk space. Returns whether it did not. */
  private static boolean tolerating(long step, Runnable saving) {
    try {
      saving.run();
      return true;
    } catch (WeirException e) {
      if (e.code() != ErrorCode.RESOURCE_EXHAUSTED) {
        throw e;
      }
      LOG.warn("step {} is not saved, training goes on: {}", step, e.getMessage());
      return false;
    }
  }
}
