package dev.weir.cli.train;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code weir train WHAT}. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = "Train a model: see \"weir train digits --help\".",
    synopsisSubcommandLabel = "WHAT",
    commandListHeading = "%nWhat can be trained:%n",
    subcommands = {DigitsCommand.class, DigitsWorkerCommand.class})
public final class TrainCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "what to train is missing, such as digits");
  }
}
