package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.compile.PlanCompiler;
import dev.weir.runtime.internal.compile.StepCompiler;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * How a session runs its graph.
 *
 * @param devices where nodes may be placed, the first one by default
 * @param kernels which kernels are used
 * @param softPlacement whether a device that does not exist, or cannot run the op, may be replaced
 * @param passesOff names of optimization passes that are not applied
 * @param validates whether graphs are checked after every pass
 * @param cluster what is asked of a cluster, if it runs on one
 */
public record SessionConfig(
    List<Device> devices,
    KernelSelector kernels,
    boolean softPlacement,
    Set<String> passesOff,
    boolean validates,
    ClusterOptions cluster) {
  public SessionConfig {
    devices = List.copyOf(devices);
    passesOff = Set.copyOf(passesOff);
    for (String pass : passesOff) {
      if (!GraphOptimizer.names().contains(pass)) {
        throw WeirException.invalidArgument(
            "no pass is called \"%s\"; there are %s", pass, GraphOptimizer.names());
      }
    }
  }

  /** One CPU device with fresh state, all kernels there are, all passes. */
  public static SessionConfig standard() {
    return withCpus(1);
  }

  /** Several CPU devices of equal speed. */
  public static SessionConfig withCpus(int count) {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      devices.add(Device.cpu(DeviceSpec.ANY, i, 1));
    }
    return new SessionConfig(
        devices,
        KernelSelector.standard(),
        false,
        Set.of(),
        Boolean.getBoolean("weir.validate"),
        ClusterOptions.DEFAULT);
  }

  /** The same on other devices. */
  public SessionConfig withDevices(List<Device> others) {
    return new SessionConfig(others, kernels, softPlacement, passesOff, validates, cluster);
  }

  /** The same with other kernels. */
  public SessionConfig withKernels(KernelSelector others) {
    return new SessionConfig(devices, others, softPlacement, passesOff, validates, cluster);
  }

  /** The same with soft placement on or off. */
  public SessionConfig withSoftPlacement(boolean on) {
    return new SessionConfig(devices, kernels, on, passesOff, validates, cluster);
  }

  /** The same without some passes. */
  public SessionConfig withoutPasses(Collection<String> names) {
    return new SessionConfig(
        devices, kernels, softPlacement, Set.copyOf(names), validates, cluster);
  }

  /** The same with graphs checked after every pass, or not. */
  public SessionConfig withValidation(boolean on) {
    return new SessionConfig(devices, kernels, softPlacement, passesOff, on, cluster);
  }

  /**
   * The same with some tasks of a cluster only: those that match one of these partial device names,
   * and the one it connects to. A session needs its tasks to be there when it is opened; whether
   * others are does not matter to it.
   */
  public SessionConfig withDeviceFilters(List<String> filters) {
    return withCluster(cluster.withDeviceFilters(filters));
  }

  /** The same with something else asked of a cluster. */
  public SessionConfig withCluster(ClusterOptions other) {
    return new SessionConfig(devices, kernels, softPlacement, passesOff, validates, other);
  }

  /** What compiles steps into parts, in this process a single one. */
  public StepCompiler stepCompiler() {
    return StepCompiler.local(devices, softPlacement, optimizer());
  }

  /** What makes plans of parts for its devices. */
  public PlanCompiler planCompiler() {
    return new PlanCompiler(devices, kernels, softPlacement, optimizer());
  }

  /** The passes it applies. */
  public GraphOptimizer optimizer() {
    return GraphOptimizer.of(devices.get(0), kernels, passesOff, validates);
  }
}
