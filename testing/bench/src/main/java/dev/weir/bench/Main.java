package dev.weir.bench;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Effort;
import dev.weir.bench.harness.Machine;
import dev.weir.bench.harness.Progress;
import dev.weir.bench.harness.Report;
import dev.weir.bench.harness.Selection;
import dev.weir.bench.harness.Terminal;
import dev.weir.bench.suite.Suite;
import dev.weir.runtime.internal.execute.ComputePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The program {@code weir bench}. */
@Command(
    name = "weir bench",
    mixinStandardHelpOptions = true,
    version = "weir bench",
    description = "Measure Weir beside TensorFlow in one run.",
    footer = {
      "",
      "NAME is a benchmark, or a part of one: gemm/onednn, elementwise/*/1K. See --list.",
      "Each benchmark runs in a process of its own, one after the other.",
      "Results go to stdout, everything else to stderr; docs/benchmarks.md says what they mean.",
      "Exit codes: 0 success, 1 failure, 2 a mistake on the command line."
    })
public final class Main implements Callable<Integer> {
  private static final String ALL = "all";

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "What to measure, or: all.")
  List<String> names = new ArrayList<>();

  @Option(names = "--json", description = "One JSON object a line.")
  boolean isJson;

  @Option(names = "--list", description = "List the benchmarks.")
  boolean isList;

  @Option(names = "--quick", description = "Shorter and less exact.")
  boolean isQuick;

  @Option(names = "--in-process", description = "Run in this very process, for profilers.")
  boolean isInProcess;

  @Spec CommandSpec spec = CommandSpec.create();

  /** Runs and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() {
    if (isList) {
      spec.commandLine().getOut().print(list());
      spec.commandLine().getOut().flush();
      return 0;
    }
    List<String> benchmarks = benchmarks();
    Map<String, String> environment = System.getenv();
    Machine machine = Machine.detect(ComputePool.shared().threads(), environment);
    if (!isInProcess) {
      if (!isJson) {
        System.out.println(machine);
      }
      return new Forks(isJson, isQuick, machine).run(benchmarks, names);
    }
    Progress progress = new Progress(System.err, Terminal.isTerminal(2, environment));
    Report report =
        isJson
            ? Report.json(System.out, progress, machine)
            : Report.rows(System.out, Terminal.isColorful(environment), progress, machine);
    Bench bench =
        new Bench(
            isQuick ? Effort.QUICK : Effort.FULL,
            Selection.of(names.contains(ALL) ? benchmarks : names),
            report,
            machine.threads());
    String problem = Suite.noTensorFlowBecause();
    if (problem != null) {
      report.skip(String.join(", ", benchmarks), problem);
    }
    Suite.all().stream()
        .filter(benchmark -> benchmarks.contains(benchmark.name()))
        .forEach(benchmark -> benchmark.run(bench));
    report.end();
    return report.failures() == 0 ? 0 : 1;
  }

  /** The benchmarks that are asked for, each once, in the order of the suite. */
  private List<String> benchmarks() {
    if (names.isEmpty()) {
      throw wrong("what to measure is missing");
    }
    List<String> wanted = names.stream().map(Selection::benchmarkOf).toList();
    for (String name : wanted) {
      if (!name.equals(ALL) && Suite.find(name) == null) {
        throw wrong("no benchmark is called \"" + name + "\"");
      }
    }
    return Suite.names().stream()
        .filter(name -> wanted.contains(ALL) || wanted.contains(name))
        .toList();
  }

  private CommandLine.ParameterException wrong(String what) {
    return new CommandLine.ParameterException(spec.commandLine(), what + "; there are:\n" + list());
  }

  private static String list() {
    StringBuilder text = new StringBuilder();
    for (Benchmark benchmark : Suite.all()) {
      text.append(String.format(Locale.ROOT, "  %-20s %s%n", benchmark.name(), benchmark.about()));
    }
    return text.append(String.format(Locale.ROOT, "  %-20s %s%n", ALL, "all of these")).toString();
  }
}
