package dev.weir.train;

import dev.weir.runtime.Session;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** A saver that does what another does, unless a test has it do something else. */
class ForwardingSaver implements ModelSaver {
  private final ModelSaver saver;

  ForwardingSaver(ModelSaver saver) {
    this.saver = saver;
  }

  @Override
  public Path save(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
    return saver.save(session, step, measure, epoch);
  }

  @Override
  public Optional<Path> latest() {
    return saver.latest();
  }

  @Override
  public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch) {
    return saver.restoreLatest(session, epoch);
  }

  @Override
  public EpochNumber claimed() {
    return saver.claimed();
  }

  @Override
  public boolean isClaimedBy(EpochNumber epoch) {
    return saver.isClaimedBy(epoch);
  }

  @Override
  public void claim(EpochNumber epoch) {
    saver.claim(epoch);
  }

  @Override
  public void close() {
    saver.close();
  }
}
