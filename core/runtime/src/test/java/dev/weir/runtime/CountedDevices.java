package dev.weir.runtime;

import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.device.NamedResources;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.ArrayList;
import java.util.List;

/** Devices with memory of their own, so that a test sees what a step has not given back. */
final class CountedDevices {
  private final List<Device> devices = new ArrayList<>();

  /** {@code count} devices with {@code budget} bytes each. */
  CountedDevices(int count, long budget) {
    for (int i = 0; i < count; i++) {
      devices.add(
          new Device(
              new DeviceSpec("localhost", 0, 0, "CPU", i),
              i + 1,
              1,
              new CachingAllocator(budget),
              new NamedResources("localhost")));
    }
  }

  static CountedDevices of(int count) {
    return new CountedDevices(count, 64 << 20);
  }

  LocalOptions config() {
    return LocalOptions.builder().devices(devices).build();
  }

  List<Device> devices() {
    return devices;
  }

  /** Bytes handed out and not given back, on all devices. */
  long inUse() {
    return devices.stream().mapToLong(device -> device.allocator().usage().inUse()).sum();
  }
}
