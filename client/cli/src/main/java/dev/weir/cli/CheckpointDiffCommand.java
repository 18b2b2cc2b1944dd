package dev.weir.cli;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.json.JsonWriter;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir checkpoint diff PATH OTHER}. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {"Compare two checkpoints, tensor by tensor.", "Exit code 1 if they differ."})
final class CheckpointDiffCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Parameters(index = "0", paramLabel = "PATH", description = "A checkpoint, or a folder of them.")
  Path first = Path.of("");

  @Parameters(index = "1", paramLabel = "OTHER", description = "The one to compare it with.")
  Path second = Path.of("");

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Override
  public Integer call() {
    try (CheckpointReader a = CheckpointReader.open(CheckpointCommand.prefix(first));
        CheckpointReader b = CheckpointReader.open(CheckpointCommand.prefix(second))) {
      Set<String> names = new TreeSet<>(a.names());
      names.addAll(b.names());
      List<Map<String, Object>> differences = new ArrayList<>();
      for (String name : names) {
        Map<String, Object> difference = compare(a, b, name);
        if (difference != null) {
          differences.add(difference);
        }
      }
      print(names.size(), differences);
      return differences.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static @Nullable Map<String, Object> compare(
      CheckpointReader a, CheckpointReader b, String name) {
    Map<String, Object> difference = new LinkedHashMap<>();
    difference.put("tensor", name);
    if (!a.names().contains(name) || !b.names().contains(name)) {
      CheckpointReader only = a.names().contains(name) ? a : b;
      difference.put("kind", only == a ? "removed" : "added");
      difference.put(only == a ? "before" : "after", only.entry(name).toString());
      return difference;
    }
    String before = a.entry(name).toString();
    String after = b.entry(name).toString();
    if (!before.equals(after)) {
      difference.put("kind", "type");
      difference.put("before", before);
      difference.put("after", after);
      return difference;
    }
    return compareValues(a.read(name), b.read(name), difference);
  }

  private static @Nullable Map<String, Object> compareValues(
      Tensor a, Tensor b, Map<String, Object> difference) {
    boolean isNumber = a.dtype() != DType.STRING;
    long differing = 0;
    double largest = 0;
    for (long i = firstDifference(a, b); i < a.elements(); i++) {
      boolean isSame = isNumber ? sameBits(a, b, i) : Arrays.equals(a.getBytes(i), b.getBytes(i));
      if (!isSame) {
        differing++;
        if (isNumber) {
          largest = larger(largest, distance(a, b, i));
        }
      }
    }
    if (differing == 0) {
      return null;
    }
    difference.put("kind", "values");
    difference.put("type", a.dtype() + "" + a.shape());
    difference.put("elements", a.elements());
    difference.put("differing", differing);
    if (isNumber) {
      difference.put("largestDifference", largest);
    }
    return difference;
  }

  /** Where to begin to look: most variables of a model do not differ at all, or from early on. */
  private static long firstDifference(Tensor a, Tensor b) {
    if (a.dtype() == DType.STRING) {
      return 0;
    }
    long offset = Buffer.mismatch(a.buffer(), 0, b.buffer(), 0, a.byteSize());
    return offset < 0 ? a.elements() : offset / a.dtype().byteSize();
  }

  private static boolean sameBits(Tensor a, Tensor b, long i) {
    int size = a.dtype().byteSize();
    return Buffer.mismatch(a.buffer(), i * size, b.buffer(), i * size, size) < 0;
  }

  private static double distance(Tensor a, Tensor b, long i) {
    return Math.hypot(a.getDouble(i) - b.getDouble(i), a.getImaginary(i) - b.getImaginary(i));
  }

  /** NaN is larger than all numbers. */
  private static double larger(double a, double b) {
    return Double.compare(a, b) >= 0 ? a : b;
  }

  private void print(int tensors, List<Map<String, Object>> differences) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("tensors", tensors);
      facts.put("same", differences.isEmpty());
      facts.put("differences", differences);
      out.println(JsonWriter.write(facts));
      return;
    }
    differences.forEach(difference -> out.println(line(difference)));
    out.println(
        differences.isEmpty()
            ? "all " + tensors + " tensors are the same"
            : differences.size() + " of " + tensors + " tensors differ");
  }

  private static String line(Map<String, Object> difference) {
    Object name = difference.get("tensor");
    return switch (String.valueOf(difference.get("kind"))) {
      case "removed" -> "- " + name + "  " + difference.get("before");
      case "added" -> "+ " + name + "  " + difference.get("after");
      case "type" ->
          "! " + name + "  " + difference.get("before") + " -> " + difference.get("after");
      default -> {
        Object largest = difference.get("largestDifference");
        yield "~ "
            + name
            + "  "
            + difference.get("type")
            + "  "
            + difference.get("differing")
            + " of "
            + difference.get("elements")
            + " elements"
            + (largest == null ? "" : ", by " + largest + " at most");
      }
    };
  }
}
