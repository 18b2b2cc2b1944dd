package dev.weir.cli.launch;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that start Java as this process was started: same JVM, options and classes. */
public final class JavaCommand {
  private static final String MAIN = "dev.weir.cli.Main";

  /** What is this process's own: whom it belongs to, what its terminal is like, who debugs it. */
  private static final List<String> OWN_OPTIONS =
      List.of(
          "-D" + ParentWatch.PROPERTY + "=",
          "-Dweir.terminal=",
          "-Dweir.columns=",
          "-agentlib:",
          "-agentpath:",
          "-javaagent:",
          "-Xrunjdwp",
          "-XX:AOTCacheOutput=",
          "-XX:ActiveProcessorCount=",
          "-Dcom.sun.management.jmxremote.port=");

  private JavaCommand() {}

  /** Runs a class that is to end with this process, see {@link ParentWatch}. */
  public static List<String> of(String mainClass, List<String> arguments) {
    return of(List.of(), mainClass, arguments);
  }

  /**
   * Runs {@code weir}.
   *
   * @param cores how many cores its threads are for, of those that all processes share
   */
  public static List<String> weir(int cores, List<String> arguments) {
    return of(List.of("-XX:ActiveProcessorCount=" + cores), MAIN, arguments);
  }

  /** Runs {@code weir server} for a task. */
  static List<String> server(TaskId task, ClusterSpec cluster) {
    return of(MAIN, serverArguments(task, cluster));
  }

  /** What {@code weir} is told to be the server of a task. */
  public static List<String> serverArguments(TaskId task, ClusterSpec cluster) {
    return List.of(
        "server",
        "--job",
        task.job(),
        "--task",
        Integer.toString(task.index()),
        "--cluster",
        cluster.toString());
  }

  private static List<String> of(List<String> options, String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(JavaCommand::isShared)
        .forEach(command::add);
    command.add("-D" + ParentWatch.PROPERTY + "=" + ProcessHandle.current().pid());
    command.add("-Dweir.terminal="); // its streams are read by the launcher
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }

  private static boolean isShared(String option) {
    return OWN_OPTIONS.stream().noneMatch(option::startsWith);
  }
}
