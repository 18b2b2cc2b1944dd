package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.device.Location;

/**
 * A device of some task of the cluster, as the master places on it.
 *
 * @param isWeirs whether its task is Weir's own, not TensorFlow's
 */
record RemoteDevice(
    DeviceSpec spec, TaskId task, long incarnation, long memoryLimit, boolean isWeirs)
    implements Location {
  static RemoteDevice of(TaskId task, DeviceInfo info) {
    DeviceSpec spec = DeviceSpec.parse(info.name());
    if (!task.job().equals(spec.job()) || !Integer.valueOf(task.index()).equals(spec.task())) {
      throw WeirException.failedPrecondition(
          "another task is at the address of %s: its device is %s", task, info.name());
    }
    return new RemoteDevice(spec, task, info.incarnation(), info.memoryLimit(), info.isWeirs());
  }

  @Override
  public double speed() {
    return 1;
  }
}
