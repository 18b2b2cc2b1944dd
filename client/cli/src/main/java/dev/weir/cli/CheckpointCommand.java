package dev.weir.cli;

import dev.weir.checkpoint.CheckpointEntry;
import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.checkpoint.TensorSlice;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir checkpoint list|show|verify|diff}. */
@Command(
    name = "checkpoint",
    mixinStandardHelpOptions = true,
    description = "Look into checkpoints: which there are, what they hold, whether they are whole.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "PATH is a checkpoint (model/step-100, or one of its files), or a folder of checkpoints,",
      "which stands for the latest in it."
    },
    subcommands = {
      CheckpointCommand.ListThem.class,
      CheckpointCommand.Show.class,
      CheckpointCommand.Verify.class,
      CheckpointDiffCommand.class
    })
final class CheckpointCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "a command is missing: list, show, verify or diff");
  }

  /** The prefix of the checkpoint that a path stands for. */
  static Path prefix(Path path) {
    if (Checkpoints.exists(path)) {
      return path;
    }
    String name = String.valueOf(path.getFileName());
    String stripped = name.replaceFirst("\\.(index|data-\\d+-of-\\d+)$", "");
    if (!stripped.equals(name) && Checkpoints.exists(path.resolveSibling(stripped))) {
      return path.resolveSibling(stripped);
    }
    if (Files.isDirectory(path)) {
      return latest(path)
          .orElseThrow(() -> WeirException.notFound("the folder %s holds no checkpoint", path));
    }
    throw WeirException.notFound(
        "there is no checkpoint %s: neither a file %s.index nor a folder of this name", path, name);
  }

  private static Optional<Path> latest(Path folder) {
    CheckpointFolder checkpoints = new CheckpointFolder(folder);
    Optional<Path> named = checkpoints.latest();
    return named.isPresent() ? named : checkpoints.all().reversed().stream().findFirst();
  }

  /** What is known of a tensor. */
  static Map<String, Object> facts(CheckpointEntry entry) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", entry.name());
    facts.put("dtype", entry.dtypeText());
    List<Long> shape = new ArrayList<>();
    for (long size : entry.shape().sizes()) {
      shape.add(size);
    }
    facts.put("shape", shape);
    facts.put("bytes", entry.bytes());
    facts.put("slices", entry.slices().stream().map(TensorSlice::toString).toList());
    return facts;
  }

  /** {@code weir checkpoint list PATH}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List the checkpoints in a folder, oldest first.")
  static final class ListThem implements Callable<Integer> {
    @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Parameters(paramLabel = "PATH", description = "A folder.")
    Path folder = Path.of("");

    @Option(names = "--json", description = "Print a JSON array, one object a checkpoint.")
    boolean json;

    @Override
    public Integer call() {
      CheckpointFolder checkpoints = new CheckpointFolder(folder);
      Optional<Path> latest = latest(folder);
      List<Found> found = new ArrayList<>();
      for (Path prefix : checkpoints.all()) {
        found.add(look(prefix, latest.filter(prefix::equals).isPresent()));
      }
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(JsonWriter.write(found.stream().map(Found::facts).toList()));
        return CommandLine.ExitCode.OK;
      }
      Table table = new Table("CHECKPOINT", "SAVED", "BYTES", "");
      for (Found each : found) {
        table.row(
            each.prefix().toString(),
            each.saved().toString(),
            ByteSize.format(each.bytes()),
            each.isLatest() ? "latest" : "");
      }
      out.print(found.isEmpty() ? folder + " holds no checkpoint\n" : table.toString());
      return CommandLine.ExitCode.OK;
    }

    private record Found(Path prefix, Instant saved, long bytes, boolean isLatest) {
      Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", prefix.toString());
        facts.put("saved", saved.toString());
        facts.put("bytes", bytes);
        facts.put("latest", isLatest);
        return facts;
      }
    }

    private static Found look(Path prefix, boolean isLatest) {
      try {
        long bytes = 0;
        List<Path> files = Checkpoints.files(prefix);
        for (Path file : files) {
          bytes += Files.size(file);
        }
        Instant saved = Files.getLastModifiedTime(files.getFirst()).toInstant();
        return new Found(prefix, saved, bytes, isLatest);
      } catch (IOException e) {
        throw WeirException.ofIo("looking at the files of " + prefix, e);
      }
    }
  }

  /** {@code weir checkpoint show PATH}. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show the tensors in a checkpoint, or the values of some.")
  static final class Show implements Callable<Integer> {
    @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Parameters(paramLabel = "PATH", description = "A checkpoint, or a folder of them.")
    Path path = Path.of("");

    @Option(
        names = "--tensor",
        paramLabel = "NAME",
        description = "Show the values of this tensor; may be given several times.")
    List<String> tensors = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON object.")
    boolean json;

    @Override
    public Integer call() {
      try (CheckpointReader reader = CheckpointReader.open(prefix(path))) {
        PrintWriter out = spec.commandLine().getOut();
        if (tensors.isEmpty()) {
          showAll(reader, out);
        } else {
          showValues(reader, out);
        }
      }
      return CommandLine.ExitCode.OK;
    }

    private void showAll(CheckpointReader reader, PrintWriter out) {
      List<CheckpointEntry> entries = reader.entries();
      long bytes = entries.stream().mapToLong(CheckpointEntry::bytes).sum();
      if (json) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", reader.prefix().toString());
        facts.put("shards", reader.shards());
        facts.put("bytes", bytes);
        facts.put("tensors", entries.stream().map(CheckpointCommand::facts).toList());
        out.println(JsonWriter.write(facts));
        return;
      }
      Table table = new Table("TENSOR", "TYPE", "BYTES", "PARTS");
      for (CheckpointEntry entry : entries) {
        String parts = entry.slices().isEmpty() ? "" : String.valueOf(entry.slices().size());
        table.row(entry.name(), entry.toString(), ByteSize.format(entry.bytes()), parts);
      }
      out.print(table);
      out.println(reader.prefix() + ": " + entries.size() + " tensors, " + ByteSize.format(bytes));
    }

    private void showValues(CheckpointReader reader, PrintWriter out) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String name : tensors) {
        Tensor tensor = reader.read(name);
        if (json) {
          values.put(name, TensorJson.write(tensor));
        } else {
          out.println(name + " = " + tensor);
        }
      }
      if (json) {
        out.println(JsonWriter.write(values));
      }
    }
  }

  /** {@code weir checkpoint verify PATH}. */
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Read every byte of a checkpoint and compare all checksums.",
        "Exit code 1 if anything is damaged."
      })
  static final class Verify implements Callable<Integer> {
    @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Parameters(paramLabel = "PATH", description = "A checkpoint, or a folder of them.")
    Path path = Path.of("");

    @Option(names = "--json", description = "Print one JSON object.")
    boolean json;

    @Override
    public Integer call() {
      try (CheckpointReader reader = CheckpointReader.open(prefix(path))) {
        List<Map<String, Object>> problems = new ArrayList<>();
        for (String name : reader.names()) {
          try {
            reader.verify(name);
          } catch (WeirException e) {
            if (e.code() == ErrorCode.INTERNAL) {
              throw e;
            }
            Map<String, Object> problem = new LinkedHashMap<>();
            problem.put("tensor", name);
            problem.put("code", e.code().name());
            problem.put("message", e.getMessage());
            problems.add(problem);
          }
        }
        print(reader, problems);
        return problems.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
      }
    }

    private void print(CheckpointReader reader, List<Map<String, Object>> problems) {
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", reader.prefix().toString());
        facts.put("tensors", reader.names().size());
        facts.put("ok", problems.isEmpty());
        facts.put("problems", problems);
        out.println(JsonWriter.write(facts));
        return;
      }
      problems.forEach(problem -> out.println(problem.get("message")));
      out.println(
          reader.prefix()
              + ": "
              + (problems.isEmpty()
                  ? "all " + reader.names().size() + " tensors are as they were saved"
                  : problems.size() + " of " + reader.names().size() + " tensors are damaged"));
    }
  }
}
