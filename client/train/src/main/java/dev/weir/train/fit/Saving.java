package dev.weir.train.fit;

import dev.weir.error.WeirException;
import dev.weir.runtime.Session;
import dev.weir.train.Saver;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Saves a model while it is trained, without waiting for the disk. A save that has failed ends the
 * training after the step in which that is found.
 */
public final class Saving implements Callback {
  private static final long EVERY_EPOCH = 0;

  private final Saver saver;
  private final Session session;
  private final long steps;
  private final @Nullable String measure;

  private Saving(Saver saver, Session session, long steps, @Nullable String measure) {
    this.saver = saver;
    this.session = session;
    this.steps = steps;
    this.measure = measure;
  }

  /** Saves after every so many steps. */
  public static Saving everySteps(Saver saver, Session session, long steps) {
    if (steps < 1) {
      throw WeirException.invalidArgument(
          "there is at least one step between saves, got %d", steps);
    }
    return new Saving(saver, session, steps, null);
  }

  /** Saves after every epoch, also after one that was ended early. */
  public static Saving everyEpoch(Saver saver, Session session) {
    return new Saving(saver, session, EVERY_EPOCH, null);
  }

  /** The same, with a measure of the epoch by which the best are kept. */
  public static Saving everyEpoch(Saver saver, Session session, String measure) {
    return new Saving(saver, session, EVERY_EPOCH, measure);
  }

  @Override
  public Next onStep(StepReport report) {
    saver.checkLast();
    if (steps != EVERY_EPOCH && report.step() % steps == 0) {
      saver.saveSoon(session, report.step());
    }
    return Next.CONTINUE;
  }

  @Override
  public Next onEpochEnd(EpochReport report) {
    if (steps == EVERY_EPOCH) {
      saver.saveSoon(session, report.step(), measure(report));
    }
    return Next.CONTINUE;
  }

  private OptionalDouble measure(EpochReport report) {
    return measure == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(report.measures().get(measure));
  }
}
