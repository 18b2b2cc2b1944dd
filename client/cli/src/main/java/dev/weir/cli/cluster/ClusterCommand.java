package dev.weir.cli.cluster;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code weir cluster}. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "Look at a cluster from outside.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DoctorCommand.class, StatusCommand.class})
public final class ClusterCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "a command is missing; there are doctor and status");
  }
}
