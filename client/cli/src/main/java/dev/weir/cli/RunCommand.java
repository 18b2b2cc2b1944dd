package dev.weir.cli;

import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.PassNote;
import dev.weir.json.JsonReader;
import dev.weir.json.JsonWriter;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.NumpyFile;
import dev.weir.tensor.Tensor;
import dev.weir.train.NanSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir run MODEL --feed x=[1,2] --fetch y}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Run a model: feed some edges, fetch others.",
    footer = {"", "Example: weir run model.pb --feed x='[[1, 2]]' --fetch y --json"})
final class RunCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Parameters(paramLabel = "MODEL", description = "A GraphDef: .pb, or .pbtxt for its text form.")
  Path model = Path.of("");

  @Option(
      names = "--feed",
      paramLabel = "NAME=VALUE",
      description = "An edge and its value: JSON, @file.json, @file.npy or an image: @file.png.")
  List<String> feeds = new ArrayList<>();

  @Option(names = "--fetch", paramLabel = "NAME", description = "An edge whose value is printed.")
  List<String> fetches = new ArrayList<>();

  @Option(names = "--target", paramLabel = "NAME", description = "A node to run for its effect.")
  List<String> targets = new ArrayList<>();

  @Option(names = "--json", description = "Print one JSON object, by the names fetched.")
  boolean json;

  @Option(
      names = "--devices",
      paramLabel = "N",
      description = "How many CPU devices there are (default: ${DEFAULT-VALUE}).")
  int devices = 1;

  @Option(
      names = "--speeds",
      split = ",",
      paramLabel = "X",
      description = "How fast the devices are, for the placer; 1 is usual.")
  List<Double> speeds = new ArrayList<>();

  @Option(names = "--soft-placement", description = "Replace devices that do not exist.")
  boolean softPlacement;

  @Option(names = "--explain-placement", description = "Print where each node would run, and why.")
  boolean explainPlacement;

  @Option(
      names = "--explain-compile",
      description = "Print which nodes would become one kernel, and why not more.")
  boolean explainCompile;

  @Option(
      names = "--without-pass",
      paramLabel = "NAME",
      description = "Leave out an optimization pass.")
  List<String> passesOff = new ArrayList<>();

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      description = "Give up after this long (default: never).")
  double deadlineSeconds;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Write what ran when, in Chrome's trace format.")
  @Nullable Path trace;

  @Option(
      names = "--check-numerics",
      description = "Fail if a value on the way is NaN or infinite; name the node that makes it.")
  boolean checkNumerics;

  @Override
  public Integer call() throws IOException {
    Graph graph = Models.read(model);
    try (Session session = Session.open(graph, config())) {
      Runner runner = session.runner().options(options());
      Set<Output> fed = new LinkedHashSet<>();
      feeds.forEach(feed -> fed.add(feed(graph, runner, feed)));
      fetches.forEach(runner::fetch);
      targets.forEach(runner::addTarget);
      if (explainPlacement) {
        explain(runner.explainPlacement());
      } else if (explainCompile) {
        explain(runner.explainCompile());
      } else {
        print(checkNumerics ? runChecked(graph, fed, runner) : run(runner));
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private LocalOptions config() {
    if (devices < 1 || devices > 1024) {
      throw WeirException.invalidArgument("--devices must be from 1 to 1024, got %d", devices);
    }
    List<Device> all = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      all.add(Device.cpu(DeviceSpec.ANY, i, i < speeds.size() ? speeds.get(i) : 1));
    }
    return LocalOptions.builder()
        .devices(all)
        .softPlacement(softPlacement)
        .disabledPasses(passesOff)
        .build();
  }

  private RunOptions options() {
    return deadlineSeconds > 0
        ? RunOptions.DEFAULT.withDeadline(Duration.ofMillis((long) (deadlineSeconds * 1000)))
        : RunOptions.DEFAULT;
  }

  private static Output feed(Graph graph, Runner runner, String feed) {
    int equals = feed.indexOf('=');
    if (equals <= 0) {
      throw WeirException.invalidArgument("--feed takes NAME=VALUE, got %s", feed);
    }
    Output edge = graph.output(feed.substring(0, equals));
    String value = feed.substring(equals + 1);
    try {
      runner.feed(edge, value(value, edge));
    } catch (WeirException e) {
      throw e.within("--feed " + edge.name());
    }
    return edge;
  }

  private static Tensor value(String value, Output edge) {
    if (!value.startsWith("@")) {
      return TensorJson.read(JsonReader.read(value), edge.dtype());
    }
    Path file = Path.of(value.substring(1));
    if (ImageFeed.isImage(file)) {
      return ImageFeed.read(file, edge);
    }
    if (file.toString().endsWith(".npy")) {
      return NumpyFile.read(file);
    }
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return TensorJson.read(JsonReader.read(text), edge.dtype());
    } catch (IOException e) {
      throw WeirException.notFound("cannot read %s: %s", file, e);
    }
  }

  /** Fetches everything that is computed, not only what was asked for. */
  private List<Tensor> runChecked(Graph graph, Set<Output> fed, Runner runner) throws IOException {
    List<Node> ends = new ArrayList<>();
    fetches.forEach(name -> ends.add(graph.output(name).node()));
    targets.forEach(name -> ends.add(graph.get(name)));
    NanSearch search = NanSearch.of(graph, ends, fed, Map.of());
    List<Tensor> values = run(search.fetch(runner));
    Optional<NanSearch.Finding> found = search.find(values.subList(fetches.size(), values.size()));
    if (found.isPresent()) {
      throw found.get().failure();
    }
    return values.subList(0, fetches.size());
  }

  private List<Tensor> run(Runner runner) throws IOException {
    if (trace == null) {
      return runner.run();
    }
    TracedRun traced = runner.runTraced();
    Files.writeString(trace, traced.trace().toChromeJson());
    return traced.fetched();
  }

  private void print(List<Tensor> fetched) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < fetched.size(); i++) {
        object.put(endpoint(fetches.get(i)), TensorJson.write(fetched.get(i)));
      }
      out.println(JsonWriter.write(object));
      return;
    }
    for (int i = 0; i < fetched.size(); i++) {
      out.println(endpoint(fetches.get(i)) + " = " + fetched.get(i));
    }
  }

  private static String endpoint(String name) {
    return dev.weir.graph.Endpoint.parse(name).toString();
  }

  private void explain(List<PassNote> notes) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      List<Object> rows = new ArrayList<>();
      for (PassNote note : notes) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pass", note.pass());
        row.put("node", note.node());
        row.put("note", note.text());
        rows.add(row);
      }
      out.println(JsonWriter.write(rows));
      return;
    }
    Table table = new Table("NODE", "NOTE");
    notes.forEach(note -> table.row(note.node(), note.text()));
    out.print(table);
  }

  private void explain(Placement placement) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      List<Object> rows = new ArrayList<>();
      for (Placement.Decision decision : placement.decisions()) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("node", decision.node());
        row.put("op", decision.op());
        row.put("device", decision.device());
        row.put("reason", decision.reason());
        row.put("candidates", decision.candidates());
        rows.add(row);
      }
      out.println(JsonWriter.write(rows));
      return;
    }
    Table table = new Table("NODE", "OP", "DEVICE", "WHY");
    for (Placement.Decision decision : placement.decisions()) {
      table.row(decision.node(), decision.op(), decision.device(), decision.reason());
    }
    out.print(table);
  }
}
