package dev.weir.cluster.internal.client;

import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import java.util.List;

/** Devices of this process under the names that tasks of a cluster have. */
final class LocalTasks {
  private LocalTasks() {}

  /** One device each for two workers and a parameter server. */
  static LocalOptions config() {
    return LocalOptions.builder()
        .devices(List.of(device("worker", 0), device("worker", 1), device("ps", 0)))
        .build();
  }

  private static Device device(String job, int task) {
    return Device.cpu(new DeviceSpec(job, 0, task, null, null), 0, 1);
  }
}
