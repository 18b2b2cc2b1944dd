package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * How a session in this process runs its graph. Sessions with equal options share the state of
 * their devices.
 *
 * @param devices where nodes may be placed, the first one by default
 * @param kernels which kernels are used
 * @param softPlacement whether a device that does not exist, or cannot run the op, may be replaced
 * @param disabledPasses names of optimization passes that are not applied
 * @param validate whether graphs are checked after every pass
 */
public record LocalOptions(
    List<Device> devices,
    KernelSelector kernels,
    boolean softPlacement,
    Set<String> disabledPasses,
    boolean validate) {
  public LocalOptions {
    devices = List.copyOf(devices);
    disabledPasses = Set.copyOf(disabledPasses);
    if (devices.isEmpty()) {
      throw WeirException.invalidArgument("a session needs at least one device");
    }
    for (String pass : disabledPasses) {
      if (!GraphOptimizer.names().contains(pass)) {
        throw WeirException.invalidArgument(
            "no pass is called \"%s\"; there are %s", pass, GraphOptimizer.names());
      }
    }
  }

  /** One CPU device with fresh state, all kernels on the class path, all passes. */
  public static LocalOptions standard() {
    return builder().build();
  }

  /** Starts from one CPU device with fresh state, all kernels on the class path, all passes. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts from these options, the devices and their state included. */
  public Builder toBuilder() {
    return builder()
        .devices(devices)
        .kernels(kernels)
        .softPlacement(softPlacement)
        .disabledPasses(disabledPasses)
        .validate(validate);
  }

  /** Collects options. Not thread-safe. */
  public static final class Builder {
    private List<Device> devices = List.of();
    private KernelSelector kernels = KernelSelector.standard();
    private boolean softPlacement;
    private Set<String> disabledPasses = Set.of();
    private boolean validate = Boolean.getBoolean("weir.validate");

    private Builder() {}

    /** CPU devices of equal speed with fresh state. */
    public Builder cpus(int count) {
      List<Device> cpus = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        cpus.add(Device.cpu(DeviceSpec.ANY, i, 1));
      }
      return devices(cpus);
    }

    /** Where nodes may be placed, the first one by default. */
    public Builder devices(List<Device> some) {
      devices = some;
      return this;
    }

    /** Which kernels are used. */
    public Builder kernels(KernelSelector selector) {
      kernels = selector;
      return this;
    }

    /** Whether a device that does not exist, or cannot run the op, may be replaced. */
    public Builder softPlacement(boolean on) {
      softPlacement = on;
      return this;
    }

    /** Names of optimization passes that are not applied. */
    public Builder disabledPasses(Collection<String> names) {
      disabledPasses = Set.copyOf(names);
      return this;
    }

    /** Whether graphs are checked after every pass. */
    public Builder validate(boolean on) {
      validate = on;
      return this;
    }

    /** The options. */
    public LocalOptions build() {
      if (devices.isEmpty()) {
        cpus(1);
      }
      return new LocalOptions(devices, kernels, softPlacement, disabledPasses, validate);
    }
  }
}
