package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.TypedScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was compared with TensorFlow, op by op and type by type, as a page of the documentation.
 * Thread-safe.
 */
public final class ConformanceReport {
  /**
   * An element type an op has.
   *
   * @param attr the type attribute of the op
   */
  public record Pair(String op, String attr, DType dtype) {
    @Override
    public String toString() {
      return op + " " + attr + "=" + dtype;
    }
  }

  private static final class Row {
    int cases;
    int refusals;
    int refusalsWithOtherCodes;
    int scenarios;
    int deviations;
    int crashes;
    Tolerance.Worst worst = Tolerance.Worst.NONE;

    boolean isCompared() {
      return cases + scenarios > 0;
    }
  }

  /** Ops of which TensorFlow cannot be asked, each with the reason. */
  static final Map<String, String> NOT_COMPARED = notCompared();

  private static final List<Pair> ALL_PAIRS = allPairs();

  private final Map<String, Row> rows = new TreeMap<>();
  private final Map<Pair, Verdict.Means> pairs = new HashMap<>();

  /** Notes a case that is as it should be. */
  public synchronized void add(SampleCase sample, Verdict verdict) {
    String op = sample.sample().op();
    Row row = rows.computeIfAbsent(op, name -> new Row());
    boolean isRefusal = sample.sample().refusal() != null;
    switch (verdict.means()) {
      case TENSORFLOW -> {
        row.refusals += isRefusal ? 1 : 0;
        row.cases += isRefusal ? 0 : 1;
        row.worst = row.worst.max(verdict.worst());
      }
      case OTHER_CODE -> row.refusalsWithOtherCodes++;
      case DEVIATES -> row.deviations++;
      case CRASH -> row.crashes++;
      default -> {}
    }
    if (!isRefusal) {
      note(op, sample.allTypes(), verdict);
    }
  }

  /** Notes a scenario that is as it should be, and the types of the nodes it shows. */
  public synchronized void add(Scenario scenario, Verdict verdict) {
    for (String op : scenario.ops()) {
      Row row = rows.computeIfAbsent(op, name -> new Row());
      row.scenarios += verdict.means() == Verdict.Means.TENSORFLOW ? 1 : 0;
      row.worst = row.worst.max(verdict.worst());
    }
    nodes(scenario).forEach(node -> note(node.op().signature().name(), types(node), verdict));
  }

  /** Notes a scenario that is as it should be in an element type. */
  public synchronized void add(TypedScenario scenario, DType dtype, Verdict verdict) {
    if (verdict.means() == Verdict.Means.TENSORFLOW) {
      add(scenario.in(dtype), verdict);
      return;
    }
    for (String op : scenario.ops()) {
      rows.computeIfAbsent(op, name -> new Row());
      scenario.attrs().forEach(attr -> note(new Pair(op, attr, dtype), verdict.means()));
    }
  }

  /** The nodes of the ops that a scenario shows, those in functions too. */
  private static List<Node> nodes(Scenario scenario) {
    Graph graph = new Graph();
    scenario.build(graph);
    return Stream.concat(
            graph.nodes().stream(),
            graph.functions().stream().flatMap(function -> function.body().nodes().stream()))
        .filter(node -> scenario.ops().contains(node.op().signature().name()))
        .toList();
  }

  /** Notes the types of a node, or of the attribute that the verdict is about. */
  private void note(String op, Map<String, DType> types, Verdict verdict) {
    types.forEach(
        (attr, dtype) -> {
          if (verdict.attrs().isEmpty() || verdict.attrs().contains(attr)) {
            note(new Pair(op, attr, dtype), verdict.means());
          }
        });
  }

  private static Map<String, DType> types(Node node) {
    Map<String, DType> types = new HashMap<>();
    node.attrs()
        .asMap()
        .forEach(
            (name, value) -> {
              if (value instanceof AttrValue.TypeValue type) {
                types.put(name, type.value());
              }
            });
    return types;
  }

  private static Map<String, String> notCompared() {
    Map<String, String> reasons = new TreeMap<>();
    reasons.put("Abort", "it ends the process");
    reasons.put(
        "TopK",
        "no node can name an attribute that TensorFlow's kernel asks for; held to `TopKV2`");
    reasons.put("MaxPoolGradGradWithArgmax", "TensorFlow has a kernel for GPUs only");
    for (String name : List.of("Max", "Min")) {
      reasons.put("Segment" + name + "V2", "TensorFlow has a kernel for GPUs only");
    }
    for (String name : List.of("Prod", "Sum")) {
      reasons.put(
          "Segment" + name + "V2",
          "TensorFlow has a kernel for GPUs only; held to `UnsortedSegment" + name + "`");
    }
    return reasons;
  }

  /** The stronger means counts: they are declared in that order. */
  private void note(Pair pair, Verdict.Means means) {
    pairs.merge(pair, means, (one, other) -> one.compareTo(other) <= 0 ? one : other);
  }

  /** The ops that have a sample or a scenario that was run. */
  public synchronized Set<String> ops() {
    return Set.copyOf(rows.keySet());
  }

  /** The ops of which values were compared. */
  public synchronized Set<String> comparedOps() {
    return rows.entrySet().stream()
        .filter(row -> row.getValue().isCompared())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The ops of the catalog, without those that tests bring along. */
  static List<Signature> catalog() {
    return OpRegistry.standard().all().stream()
        .map(OpDefinition::signature)
        .filter(signature -> !signature.name().startsWith("Test"))
        .filter(signature -> !signature.name().startsWith("Weir")) // TensorFlow has none like them
        .toList();
  }

  /** All element types of all ops, lists of types and objects apart. */
  static List<Pair> allPairs() {
    List<Pair> all = new ArrayList<>();
    for (Signature signature : catalog()) {
      for (Signature.Attr attr : signature.attrs()) {
        for (DType dtype : DType.values()) {
          boolean isValue = dtype != DType.RESOURCE && dtype != DType.VARIANT;
          if (attr.type() == AttrType.TYPE
              && !attr.isList()
              && isValue
              && WiderTypes.allows(signature, attr.name(), dtype)) {
            all.add(new Pair(signature.name(), attr.name(), dtype));
          }
        }
      }
    }
    return all;
  }

  /** What each element type of each op was held to; empty if to nothing. */
  public synchronized Map<Pair, Optional<Verdict.Means>> pairs() {
    Map<Pair, Optional<Verdict.Means>> held = new LinkedHashMap<>();
    ALL_PAIRS.forEach(pair -> held.put(pair, Optional.ofNullable(pairs.get(pair))));
    return held;
  }

  /** How many element types of ops were held to something by a means. */
  public synchronized long count(Verdict.Means means) {
    return ALL_PAIRS.stream().filter(pair -> pairs.get(pair) == means).count();
  }

  /** How many element types of ops no test has run. */
  public synchronized long notRun() {
    return ALL_PAIRS.stream().filter(pair -> !pairs.containsKey(pair)).count();
  }

  /** The element types of ops that were held to something by a means; not run if it is null. */
  public synchronized List<Pair> pairs(Verdict.@Nullable Means means) {
    return ALL_PAIRS.stream().filter(pair -> pairs.get(pair) == means).toList();
  }

  /** The page. The same results give the same page. */
  public synchronized String toMarkdown() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Conformance with TensorFlow 2.18

        Written by `TestConformance` from what it compared. Every sample of an op is run through the
        same GraphDef in Weir and in TensorFlow, with inputs as constants and with inputs that are
        fed: values, element types, inferred shapes, and which inputs are refused, with which error
        code, must agree. Known deviations are in [compatibility.md](compatibility.md).

        TensorFlow runs in a process of its own with `TF_ENABLE_ONEDNN_OPTS=0`, so that its results do
        not depend on the processor: unset, it is 1 on processors with VNNI instructions, and 0 on
        others. `mvn verify -Pthorough` runs the same tests with TensorFlow's oneDNN once more.

        - *types*: element types compared with TensorFlow, by attribute where an op has several type
          attributes.
        - *cases*: combinations of samples and types whose values agree; *refusals*: those both refuse
          with the same code, and after a plus sign those refused with other codes, which are in
          compatibility.md; *scenarios*: graphs of several ops the op was compared in.
        - *worst*: the largest difference of a floating-point value, in units in the last place of its
          type (or, near 0, where these say nothing, the absolute difference). Integers, strings and
          truth values are always equal.
        - *by another type*: types that TensorFlow's CPU kernels lack. Weir's results are held to
          those of the same values in a type that TensorFlow has, or, in brackets, to Weir's own in
          such a type where TensorFlow has none.
        - *uncompared*: types that were run, and whose results mean something else in every other
          type.
        - *no kernel*: types of the op's signature that neither TensorFlow's CPU nor Weir has a kernel
          for; both refuse them.
        - *not run*: types of the op's signature that were not run.
        - *deviations*: cases in which Weir differs from TensorFlow on purpose; compatibility.md says
          how.
        - *crashes*: cases that Weir refuses and that end TensorFlow's process.

        `_Send`, `_Recv`, `_HostSend` and `_HostRecv`, which the runtime puts between devices and tasks,
        are compared here within one process; `interop.TestValues` sends every element type between
        tasks of Weir and of TensorFlow.

        """);
    page.append(
        String.format(
            Locale.ROOT,
            """
            %d ops, %d of them compared with TensorFlow. Element types of ops: %d held to TensorFlow, %d to
            TensorFlow in another type, %d to Weir in another type, %d run but comparable with nothing, %d
            without a kernel, %d not run.

            """,
            catalog().size(),
            comparedOps().size(),
            count(Verdict.Means.TENSORFLOW),
            count(Verdict.Means.WIDER_IN_TENSORFLOW),
            count(Verdict.Means.WIDER_IN_WEIR),
            count(Verdict.Means.EXECUTED),
            count(Verdict.Means.NO_KERNEL),
            notRun()));
    page.append("Not compared:\n\n");
    NOT_COMPARED.forEach((op, reason) -> page.append("- `" + op + "`: " + reason + "\n"));
    page.append("\n");
    page.append(
        "| op | types | cases | refusals | scenarios | worst | by another type | uncompared"
            + " | no kernel | not run | deviations | crashes |\n");
    page.append("|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (Signature signature : catalog()) {
      page.append(line(signature.name(), rows.getOrDefault(signature.name(), new Row())));
    }
    return page.toString();
  }

  private String line(String op, Row row) {
    String widerHere = types(op, Verdict.Means.WIDER_IN_WEIR);
    String wider =
        types(op, Verdict.Means.WIDER_IN_TENSORFLOW)
            + (widerHere.isEmpty() ? "" : " (" + widerHere + ")");
    String otherCodes = row.refusalsWithOtherCodes == 0 ? "" : " + " + row.refusalsWithOtherCodes;
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %d%s | %d | %s | %s | %s | %s | %s | %d | %d |\n",
        op,
        types(op, Verdict.Means.TENSORFLOW),
        row.cases,
        row.refusals,
        otherCodes,
        row.scenarios,
        worst(row.worst),
        wider.strip(),
        types(op, Verdict.Means.EXECUTED),
        types(op, Verdict.Means.NO_KERNEL),
        types(op, null),
        row.deviations,
        row.crashes);
  }

  /** The types held to something by a means, or to nothing, by attribute if an op has several. */
  private String types(String op, Verdict.@Nullable Means means) {
    Map<String, Set<DType>> types = new LinkedHashMap<>();
    for (Pair pair : ALL_PAIRS) {
      if (pair.op().equals(op)) {
        Set<DType> held = types.computeIfAbsent(pair.attr(), attr -> EnumSet.noneOf(DType.class));
        if (pairs.get(pair) == means) {
          held.add(pair.dtype());
        }
      }
    }
    boolean isNamed = types.size() > 1;
    return types.entrySet().stream()
        .filter(entry -> !entry.getValue().isEmpty())
        .map(entry -> (isNamed ? entry.getKey() + ": " : "") + names(entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String names(Set<DType> dtypes) {
    return dtypes.stream().map(DType::toString).collect(Collectors.joining(" "));
  }

  /** Rounded up to powers of two and ten, so that the page does not change with the last digit. */
  private static String worst(Tolerance.Worst worst) {
    long bound = worst.ulps() == 0 ? 0 : 1;
    while (bound < worst.ulps() && bound < 1L << 62) {
      bound *= 2;
    }
    String ulps = bound == 0 ? "0" : "≤ " + bound;
    return worst.absolute() == 0
        ? ulps
        : ulps + " (≤ 1e" + (int) Math.ceil(Math.log10(worst.absolute())) + ")";
  }

  /** Writes the page to {@code docs/conformance.md} of the repository that tests run in, if any. */
  public void write() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("docs/graph-text.md"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      return;
    }
    try {
      Files.writeString(folder.resolve("docs/conformance.md"), toMarkdown());
    } catch (IOException e) {
      throw WeirException.ofIo("cannot write docs/conformance.md", e);
    }
  }
}
