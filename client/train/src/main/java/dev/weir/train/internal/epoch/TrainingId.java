package dev.weir.train.internal.epoch;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The identity of a training, as tasks hold it with the epoch: tells a worker whether an epoch is
 * of its training or of an earlier one on the same tasks.
 *
 * @param value 0 for a training without a name
 */
public record TrainingId(long value) {
  /** Of trainings that have no name. */
  public static final TrainingId NONE = new TrainingId(0);

  /** The identity of a training by its name; none if that is empty. */
  public static TrainingId of(String name) {
    if (name.isEmpty()) {
      return NONE;
    }
    UUID digest = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return new TrainingId(digest.getMostSignificantBits()); // has version bits: is never 0
  }

  public boolean isNone() {
    return value == 0;
  }
}
