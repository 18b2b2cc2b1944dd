package dev.weir.train;

import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import java.util.ArrayList;
import java.util.List;

/** Devices of this process that play the tasks of a cluster: ps tasks first, then workers. */
public final class Tasks {
  private final List<Device> servers = new ArrayList<>();
  private final List<Device> workers = new ArrayList<>();

  /** So many ps tasks and workers, all with fresh state. */
  public Tasks(int servers, int workers) {
    for (int i = 0; i < servers; i++) {
      this.servers.add(task("ps", i));
    }
    for (int i = 0; i < workers; i++) {
      this.workers.add(task("worker", i));
    }
  }

  private static Device task(String job, int index) {
    return Device.cpu(new DeviceSpec(job, 0, index, null, null), 0, 1);
  }

  /** Sessions with this configuration share what the tasks hold now. */
  public synchronized LocalOptions config() {
    List<Device> all = new ArrayList<>(servers);
    all.addAll(workers);
    return LocalOptions.builder().devices(all).build();
  }

  /** What a ps task held is gone, as after a restart of its process. */
  public synchronized void restartServer(int index) {
    servers.get(index).resources().reset("ps");
  }
}
