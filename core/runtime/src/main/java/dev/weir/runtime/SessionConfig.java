package dev.weir.runtime;

import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * How a session runs its graph.
 *
 * @param devices where nodes may be placed, the first one by default
 * @param kernels which kernels are used
 * @param softPlacement whether a device that does not exist, or cannot run the op, may be replaced
 */
public record SessionConfig(List<Device> devices, KernelSelector kernels, boolean softPlacement) {
  public SessionConfig {
    devices = List.copyOf(devices);
  }

  /** One CPU device with fresh state, all kernels there are. */
  public static SessionConfig standard() {
    return withCpus(1);
  }

  /** Several CPU devices of equal speed. */
  public static SessionConfig withCpus(int count) {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      devices.add(Device.cpu(DeviceSpec.ANY, i, 1));
    }
    return new SessionConfig(devices, KernelSelector.standard(), false);
  }

  /** The same on other devices. */
  public SessionConfig withDevices(List<Device> others) {
    return new SessionConfig(others, kernels, softPlacement);
  }

  /** The same with other kernels. */
  public SessionConfig withKernels(KernelSelector others) {
    return new SessionConfig(devices, others, softPlacement);
  }

  /** The same with soft placement on or off. */
  public SessionConfig withSoftPlacement(boolean on) {
    return new SessionConfig(devices, kernels, on);
  }
}
