package dev.weir.cli.launch;

import dev.weir.error.WeirException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /**
   * Makes the process ignore Ctrl-C, which a terminal sends to all its processes: the launcher
   * decides when it ends.
   */
  public TaskCommand deafToInterrupts() {
    Path shell = Path.of("/bin/sh");
    if (!Files.isExecutable(shell)) {
      return this; // there are no such signals either
    }
    List<String> words = new ArrayList<>();
    words.addAll(List.of(shell.toString(), "-c", "trap '' INT; exec \"$@\"", name));
    words.addAll(command);
    return new TaskCommand(name, words, environment);
  }
}
