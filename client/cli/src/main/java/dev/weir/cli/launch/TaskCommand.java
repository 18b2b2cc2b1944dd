package dev.weir.cli.launch;

import dev.weir.error.WeirException;
import java.util.List;
import java.util.Map;

/**
 * How a process of a group is started.
 *
 * @param name what it is called in logs and by {@link ProcessGroup}, such as {@code ps/0}
 * @param command the program and its arguments
 * @param environment what is added to the environment of this process
 */
public record TaskCommand(String name, List<String> command, Map<String, String> environment) {
  public TaskCommand {
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      throw WeirException.invalidArgument(
          "a process needs a name to be shown by, got \"%s\"", name);
    }
    if (command.isEmpty()) {
      throw WeirException.invalidArgument("%s has no program to run", name);
    }
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
