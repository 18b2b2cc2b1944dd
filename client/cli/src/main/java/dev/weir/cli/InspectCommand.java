package dev.weir.cli;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.text.GraphText;
import dev.weir.json.JsonWriter;
import dev.weir.tensor.memory.ByteSize;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir inspect MODEL}. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Show what is in a model: its inputs, outputs, ops and constants.")
final class InspectCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Parameters(paramLabel = "MODEL", description = "A GraphDef: .pb, or .pbtxt for its text form.")
  Path model = Path.of("");

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Option(names = "--nodes", description = "Print every node, in Weir's text form.")
  boolean nodes;

  @Override
  public Integer call() {
    Graph graph = Models.read(model);
    PrintWriter out = spec.commandLine().getOut();
    if (nodes) {
      out.print(GraphText.summary(graph));
      return CommandLine.ExitCode.OK;
    }
    Map<String, Object> facts = facts(graph);
    if (json) {
      out.println(JsonWriter.write(facts));
    } else {
      print(facts, out);
    }
    return CommandLine.ExitCode.OK;
  }

  private static Map<String, Object> facts(Graph graph) {
    List<Node> all = graph.nodes();
    Set<Node> used = new HashSet<>();
    Map<String, Integer> ops = new TreeMap<>();
    Map<String, Integer> devices = new TreeMap<>();
    long constantBytes = 0;
    for (Node node : all) {
      node.inputs().forEach(input -> used.add(input.node()));
      ops.merge(node.op().signature().name(), 1, Integer::sum);
      devices.merge(node.device().isEmpty() ? "(any)" : node.device(), 1, Integer::sum);
      if (node.op().kind() == NodeKind.CONSTANT) {
        constantBytes += node.attrs().tensor("value").byteSize();
      }
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("nodes", all.size());
    facts.put(
        "inputs", edges(all.stream().filter(n -> n.op().kind() == NodeKind.PLACEHOLDER).toList()));
    facts.put(
        "outputs",
        edges(all.stream().filter(n -> !used.contains(n) && n.outputCount() > 0).toList()));
    facts.put("constantBytes", constantBytes);
    facts.put("ops", byCount(ops));
    facts.put("devices", devices);
    facts.put("functions", graph.functions().stream().map(GraphFunction::name).toList());
    facts.put("problems", GraphValidator.problems(graph));
    return facts;
  }

  private static List<Object> edges(List<Node> nodes) {
    List<Object> edges = new ArrayList<>();
    for (Node node : nodes) {
      for (int i = 0; i < node.outputCount(); i++) {
        Map<String, Object> edge = new LinkedHashMap<>();
        edge.put("name", node.name() + ":" + i);
        edge.put("dtype", node.outputDtype(i).toString());
        edge.put("shape", node.outputShape(i).toString());
        edges.add(edge);
      }
    }
    return edges;
  }

  private static Map<String, Integer> byCount(Map<String, Integer> ops) {
    Map<String, Integer> sorted = new LinkedHashMap<>();
    ops.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  private void print(Map<String, Object> facts, PrintWriter out) {
    out.println(model + ": " + facts.get("nodes") + " nodes");
    facts.forEach(
        (name, value) -> {
          switch (value) {
            case Long bytes -> out.println("constants: " + ByteSize.format(bytes));
            case Map<?, ?> counts -> out.println(name + ": " + joined(counts));
            case List<?> list when !list.isEmpty() -> {
              out.println(name + ":");
              list.forEach(entry -> out.println("  " + line(entry)));
            }
            default -> {}
          }
        });
  }

  private static String joined(Map<?, ?> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String line(Object entry) {
    return entry instanceof Map<?, ?> edge
        ? edge.get("name") + "  " + edge.get("dtype") + edge.get("shape")
        : String.valueOf(entry);
  }
}
