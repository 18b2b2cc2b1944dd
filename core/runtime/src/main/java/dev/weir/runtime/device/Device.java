package dev.weir.runtime.device;

import dev.weir.graph.DeviceSpec;
import dev.weir.graph.kernel.Resources;
import dev.weir.runtime.internal.device.NamedResources;
import dev.weir.tensor.memory.Allocator;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Something of this process that runs kernels: a share of its cores with memory and state of its
 * own.
 *
 * @param spec the full name
 * @param incarnation tells this life of the device from others of the same name; never 0
 * @param speed how fast it computes, 1 being usual; only the placer looks at it
 */
public record Device(
    DeviceSpec spec, long incarnation, double speed, Allocator allocator, Resources resources)
    implements Location {
  /** {@code CPU:index} of this task, with fresh state. */
  public static Device cpu(DeviceSpec task, int index, double speed) {
    String job = task.job() == null ? "localhost" : task.job();
    int taskIndex = task.task() == null ? 0 : task.task();
    return new Device(
        new DeviceSpec(job, 0, taskIndex, "CPU", index),
        ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
        speed,
        Allocator.shared(),
        new NamedResources(job));
  }

  /** A copy of this device with fresh state. */
  public Device withFreshState() {
    return new Device(
        spec, incarnation, speed, allocator, new NamedResources(resources.defaultContainer()));
  }
}
