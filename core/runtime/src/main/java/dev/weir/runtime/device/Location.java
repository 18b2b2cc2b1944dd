package dev.weir.runtime.device;

import dev.weir.graph.DeviceSpec;

/** A device as the placer sees it, in this process or in another. */
public interface Location {
  /** The full name. */
  DeviceSpec spec();

  /** Tells this life of the device from others of the same name; never 0. */
  long incarnation();

  /** How fast it computes, 1 being usual. */
  double speed();

  /** The full name as text. */
  default String name() {
    return spec().toString();
  }
}
