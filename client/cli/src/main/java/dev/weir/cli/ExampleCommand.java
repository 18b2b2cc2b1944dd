package dev.weir.cli;

import dev.weir.examples.models.Examples;
import dev.weir.examples.models.Examples.Example;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir example [NAME]}. */
@Command(
    name = "example",
    mixinStandardHelpOptions = true,
    description = "List the examples, or run one: small models that learn within seconds.")
final class ExampleCommand implements Callable<Integer> {
  /** What a shell completes the name to. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Examples.ALL.stream().map(Example::name).iterator();
    }
  }

  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "Which to run; without it, all are listed.")
  @Nullable String name;

  @Override
  public Integer call() throws Exception {
    if (name == null) {
      list();
    } else {
      find(name).program().main(new String[0]);
    }
    return CommandLine.ExitCode.OK;
  }

  private void list() {
    Table table = new Table("EXAMPLE", "WHAT IT DOES");
    Examples.ALL.forEach(example -> table.row(example.name(), example.summary()));
    spec.commandLine().getOut().print(table);
    spec.commandLine().getOut().println("run one with: weir example NAME");
  }

  private Example find(String wanted) {
    return Examples.ALL.stream()
        .filter(example -> example.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandLine.ParameterException(
                    spec.commandLine(),
                    "there is no example \""
                        + wanted
                        + "\"; there are "
                        + Examples.ALL.stream()
                            .map(Example::name)
                            .collect(Collectors.joining(", "))));
  }
}
