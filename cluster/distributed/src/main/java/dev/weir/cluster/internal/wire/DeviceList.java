package dev.weir.cluster.internal.wire;

import java.util.List;

/** The devices of the master's own task and those of the others. */
public record DeviceList(List<DeviceInfo> local, List<DeviceInfo> remote) {
  public DeviceList {
    local = List.copyOf(local);
    remote = List.copyOf(remote);
  }
}
