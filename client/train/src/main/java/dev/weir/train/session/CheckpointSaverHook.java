package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.train.ModelSaver;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves the model: at the beginning if there is no checkpoint yet, then every so often, and at the
 * end. For the chief only. The saver stays its owner's to close.
 *
 * <p>A save in between for which there is no room does not end the training: it is logged, and the
 * next one is made when it is due. The first and the last must succeed.
 */
public final class CheckpointSaverHook implements TrainingHook {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointSaverHook.class);
  private static final long NEVER = -1;

  private final ModelSaver saver;
  private final Cadence.Timer timer;
  private long saved = NEVER;

  private CheckpointSaverHook(ModelSaver saver, Cadence cadence) {
    this.saver = saver;
    this.timer = cadence.timer();
  }

  public static CheckpointSaverHook of(ModelSaver saver, Cadence cadence) {
    return new CheckpointSaverHook(saver, cadence);
  }

  @Override
  public void afterCreateSession(TrainingSession training) {
    long step = training.globalStep();
    if (saver.latest().isEmpty()) {
      save(training, step); // that it can be saved is found out before time is spent on training
    }
    timer.done(step);
  }

  @Override
  public void afterRun(RunReport report, TrainingSession training) {
    if (timer.isDue(report.globalStep() + 1)) {
      saveIfThereIsRoom(training, training.globalStep());
    }
  }

  @Override
  public void end(TrainingSession training) {
    long step = training.globalStep();
    if (step != saved) {
      save(training, step);
    }
  }

  private void saveIfThereIsRoom(TrainingSession training, long step) {
    try {
      save(training, step);
    } catch (WeirException e) {
      if (e.code() != ErrorCode.RESOURCE_EXHAUSTED) {
        throw e;
      }
      LOG.warn("step {} is not saved, training goes on: {}", step, e.getMessage());
      timer.done(step);
    }
  }

  private void save(TrainingSession training, long step) {
    Path prefix = training.save(saver, step);
    LOG.info("saved step {} to {}", step, prefix);
    saved = step;
    timer.done(step);
  }
}
