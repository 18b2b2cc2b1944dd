package dev.weir.cluster.internal.client;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.HostPort;
import dev.weir.cluster.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A cluster of processes on this machine; they end with this one if it is not closed. */
final class ProcessCluster implements AutoCloseable {
  private static final List<String> JVM =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--add-modules=jdk.incubator.vector",
          "--enable-native-access=ALL-UNNAMED");

  private static final Duration START = Duration.ofSeconds(40);

  private final ClusterSpec spec;
  private final Map<TaskId, Process> processes = new LinkedHashMap<>();

  private ProcessCluster(ClusterSpec spec) {
    this.spec = spec;
  }

  /** Starts these tasks; they listen when this returns. */
  static ProcessCluster start(List<TaskId> tasks) {
    ProcessCluster cluster = new ProcessCluster(onFreePorts(tasks));
    try {
      for (TaskId task : tasks) {
        cluster.processes.put(task, cluster.process(task));
      }
      tasks.forEach(task -> Eventually.is(START, () -> cluster.listens(task)));
    } catch (IOException e) {
      cluster.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private boolean listens(TaskId task) {
    HostPort address = HostPort.parse(spec.address(task));
    try (Socket socket = new Socket(address.host(), address.port())) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClusterSpec onFreePorts(List<TaskId> tasks) {
    ClusterSpec.Builder spec = ClusterSpec.builder();
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (TaskId task : tasks) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        held.add(socket);
        spec.task(task, "127.0.0.1:" + socket.getLocalPort());
      }
      for (ServerSocket socket : held) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return spec.build();
  }

  private Process process(TaskId task) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(TaskMain.class.getName());
    command.add(spec.toString());
    command.add(task.job());
    command.add(Integer.toString(task.index()));
    return new ProcessBuilder(command)
        .redirectInput(Redirect.PIPE)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  /** What a client of that task connects to. */
  String target(String job, int index) {
    return "grpc://" + spec.address(new TaskId(job, index));
  }

  /** Kills all of them and waits until they are gone. */
  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
    for (Process process : processes.values()) {
      try {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          throw new IllegalStateException("process " + process.pid() + " does not end");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while processes end", e);
      }
    }
  }
}
