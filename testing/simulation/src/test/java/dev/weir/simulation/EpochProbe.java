package dev.weir.simulation;

import dev.weir.runtime.Session;
import dev.weir.simulation.disk.SimulatedDisk;
import dev.weir.train.EpochNumber;
import dev.weir.train.ModelSaver;
import dev.weir.train.Saver;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** Asks a training for its epoch, as a saver that saves nothing. */
final class EpochProbe implements ModelSaver {
  private EpochNumber epoch = EpochNumber.NONE;

  /** The epoch in which it was to save. */
  EpochNumber epoch() {
    return epoch;
  }

  @Override
  public Path save(Session session, long step, OptionalDouble measure, EpochNumber asked) {
    epoch = asked;
    return SimulatedDisk.path("/");
  }

  @Override
  public Optional<Path> latest() {
    return Optional.empty();
  }

  @Override
  public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber asked) {
    return Optional.empty();
  }

  @Override
  public EpochNumber claimed() {
    return EpochNumber.NONE;
  }

  @Override
  public void claim(EpochNumber asked) {}

  @Override
  public void close() {}
}
