package dev.weir.cluster.internal.client;

import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.device.Location;

/** A device of the cluster, as a client knows it. */
record ClusterDevice(DeviceSpec spec, long incarnation) implements Location {
  static ClusterDevice of(DeviceInfo info) {
    return new ClusterDevice(DeviceSpec.parse(info.name()), info.incarnation());
  }

  @Override
  public double speed() {
    return 1;
  }
}
