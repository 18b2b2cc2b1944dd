package dev.weir.simulation;

import dev.weir.runtime.Session;
import dev.weir.train.EpochNumber;
import dev.weir.train.ModelSaver;
import dev.weir.train.Saver;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** A saver that tells when what was saved and restored. */
final class ObservedSaver implements ModelSaver {
  /** Is told. */
  interface Observer {
    /** A save begins; it may succeed without being acknowledged. */
    void saving(long step, Attempts.Save save);

    void saved(Path prefix, long step, Attempts.Save save);

    /** Values were restored; {@code begin} is when that began. */
    void restored(Optional<Path> prefix, EpochNumber epoch, long begin);
  }

  private final ModelSaver real;
  private final LongSupplier time;
  private final Observer observer;

  ObservedSaver(ModelSaver real, LongSupplier time, Observer observer) {
    this.real = real;
    this.time = time;
    this.observer = observer;
  }

  @Override
  public Path save(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
    Attempts.Save save = new Attempts.Save(epoch.value(), time.getAsLong());
    observer.saving(step, save);
    Path prefix = real.save(session, step, measure, epoch);
    observer.saved(prefix, step, save);
    return prefix;
  }

  @Override
  public Optional<Path> latest() {
    return real.latest();
  }

  @Override
  public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch) {
    long begin = time.getAsLong();
    Optional<Saver.Restored> restored = real.restoreLatest(session, epoch);
    observer.restored(restored.map(Saver.Restored::prefix), epoch, begin);
    return restored;
  }

  @Override
  public EpochNumber claimed() {
    return real.claimed();
  }

  @Override
  public void claim(EpochNumber epoch) {
    real.claim(epoch);
  }

  @Override
  public void close() {
    real.close();
  }
}
