package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.graph.OpRegistry;
import dev.weir.tensor.DType;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What was compared with TensorFlow, op by op, as a page of the documentation. Thread-safe. */
public final class ConformanceReport {
  private static final class Row {
    final Set<DType> dtypes = EnumSet.noneOf(DType.class);
    final Set<DType> onlyHere = EnumSet.noneOf(DType.class);
    int cases;
    int refusals;
    int scenarios;
    double worstUlps;
  }

  private final Map<String, Row> rows = new TreeMap<>();

  /** Notes a case that agrees. */
  public synchronized void add(SampleCase sample, Verdict verdict) {
    Row row = rows.computeIfAbsent(sample.sample().op(), op -> new Row());
    if (!verdict.isSupportedThere()) {
      row.onlyHere.addAll(sample.types().values());
      return;
    }
    row.dtypes.addAll(sample.types().values());
    if (sample.sample().refusal() != null) {
      row.refusals++;
    } else {
      row.cases++;
      row.worstUlps = Math.max(row.worstUlps, verdict.worstUlps());
    }
  }

  /** Notes a scenario that agrees. */
  public synchronized void add(Scenario scenario, Verdict verdict) {
    for (String op : scenario.ops()) {
      Row row = rows.computeIfAbsent(op, name -> new Row());
      row.scenarios++;
      row.worstUlps = Math.max(row.worstUlps, verdict.worstUlps());
    }
  }

  /** The ops that were compared. */
  public synchronized Set<String> ops() {
    return Set.copyOf(rows.keySet());
  }

  /** The page. The same results give the same page. */
  public synchronized String toMarkdown() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Conformance with TensorFlow 2.18

        Written by `TestConformance` from what it compared. Every sample of an op is run through the
        same GraphDef in Weir and in TensorFlow, with inputs as constants and with inputs that are
        fed: values, element types, inferred shapes, and whether both refuse it must agree.

        - *types*: element types compared (of all type attributes together).
        - *cases*: combinations of samples and types whose values agree; *refusals*: those both refuse;
          *scenarios*: graphs of several ops the op was compared in.
        - *worst*: the largest difference of a floating-point value, in units in the last place of its
          type. Integers, strings and truth values are always equal.
        - *only here*: types TensorFlow's CPU kernels lack.

        """);
    page.append(OpRegistry.standard().all().size() + " ops, " + rows.size() + " compared.\n\n");
    page.append("| op | types | cases | refusals | scenarios | worst | only here |\n");
    page.append("|---|---|---|---|---|---|---|\n");
    rows.forEach((op, row) -> page.append(line(op, row)));
    return page.toString();
  }

  private static String line(String op, Row row) {
    Set<DType> onlyHere = EnumSet.copyOf(row.onlyHere);
    onlyHere.removeAll(row.dtypes);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %d | %d | %s | %s |\n",
        op,
        names(row.dtypes),
        row.cases,
        row.refusals,
        row.scenarios,
        worst(row.worstUlps),
        names(onlyHere));
  }

  private static String names(Set<DType> dtypes) {
    return dtypes.stream().map(DType::toString).collect(Collectors.joining(" "));
  }

  /** Rounded up to a power of two, so that the page does not change with the last digit. */
  private static String worst(double ulps) {
    if (ulps == 0) {
      return "0";
    }
    long bound = 1;
    while (bound < ulps && bound < 1L << 62) {
      bound *= 2;
    }
    return "≤ " + bound;
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
