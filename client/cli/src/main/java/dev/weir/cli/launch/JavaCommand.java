package dev.weir.cli.launch;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that start Java as this process was started: same JVM, options and classes. */
public final class JavaCommand {
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
          "-Dcom.sun.management.jmxremote.port=");

  private JavaCommand() {}

  /** Runs a class that is to end with this process, see {@link ParentWatch}. */
  public static List<String> of(String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(JavaCommand::isShared)
        .forEach(command::add);
    command.add("-D" + ParentWatch.PROPERTY + "=" + ProcessHandle.current().pid());
    command.add("-Dweir.terminal="); // its streams are read by the launcher
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
