package dev.weir.conformance.peer;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.tensorflow.Server;
import org.tensorflow.proto.ClusterDef;
import org.tensorflow.proto.JobDef;
import org.tensorflow.proto.ServerDef;

/**
 * The program that is a task of a cluster, served by TensorFlow: {@code TensorFlowTask JOB TASK
 * CLUSTER}, with a cluster such as {@code ps=localhost:2222;worker=localhost:2223,localhost:2224}.
 * Three more arguments are one more task, which may be of another cluster.
 *
 * <p>It says {@value #READY} on its standard output once it serves, and halts when its standard
 * input ends: TensorFlow cannot stop a server.
 */
final class TensorFlowTask {
  static final String READY = "READY";

  private TensorFlowTask() {}

  /** Serves until its standard input ends. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0 || arguments.length % 3 != 0) {
      throw new IllegalArgumentException("JOB TASK CLUSTER, got " + String.join(" ", arguments));
    }
    StringBuilder ready = new StringBuilder(READY);
    for (int i = 0; i < arguments.length; i += 3) {
      int task = Integer.parseInt(arguments[i + 1]);
      new Server(definition(arguments[i], task, arguments[i + 2])).start();
      ready.append(" /job:").append(arguments[i]).append("/task:").append(task);
    }
    say(ready + " pid " + pid());
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  // Standard output is how this program talks to its parent.
  private static void say(String line) throws IOException {
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  static ServerDef definition(String job, int task, String cluster) {
    return ServerDef.newBuilder()
        .setCluster(cluster(cluster))
        .setJobName(job)
        .setTaskIndex(task)
        .setProtocol("grpc")
        .build();
  }

  private static ClusterDef cluster(String text) {
    ClusterDef.Builder cluster = ClusterDef.newBuilder();
    for (String part : text.split(";", -1)) {
      String[] nameAndTasks = part.split("=", -1);
      if (nameAndTasks.length != 2) {
        throw new IllegalArgumentException("a job is NAME=HOST:PORT,HOST:PORT, got " + part);
      }
      JobDef.Builder job = JobDef.newBuilder().setName(nameAndTasks[0]);
      String[] addresses = nameAndTasks[1].split(",", -1);
      for (int i = 0; i < addresses.length; i++) {
        job.putTasks(i, addresses[i]);
      }
      cluster.addJob(job);
    }
    return cluster.build();
  }
}
