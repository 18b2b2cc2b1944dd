package dev.weir.cli;

import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.json.JsonWriter;
import dev.weir.runtime.device.KernelSelector;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir ops [NAME…]}. */
@Command(
    name = "ops",
    mixinStandardHelpOptions = true,
    description =
        "List the ops: who builds them, element types, gradient, and whose kernels run them.")
final class OpsCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Only these; all by default.")
  List<String> names = new ArrayList<>();

  @Option(names = "--json", description = "Print a JSON array, one object an op.")
  boolean json;

  @Override
  public Integer call() {
    OpRegistry registry = OpRegistry.standard();
    List<OpDefinition> ops =
        names.isEmpty() ? List.copyOf(registry.all()) : names.stream().map(registry::get).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonWriter.write(ops.stream().map(OpsCommand::facts).toList()));
      return CommandLine.ExitCode.OK;
    }
    if (!names.isEmpty()) {
      ops.forEach(op -> describe(op, out));
      return CommandLine.ExitCode.OK;
    }
    Table table = new Table("OP", "AUDIENCE", "TYPES", "GRADIENT", "KERNELS");
    for (OpDefinition op : ops) {
      table.row(
          op.signature().name(),
          audience(op),
          types(op),
          gradient(op),
          String.join(", ", kernels(op)));
    }
    out.print(table);
    out.println(ops.size() + " ops");
    return CommandLine.ExitCode.OK;
  }

  private static void describe(OpDefinition op, PrintWriter out) {
    out.println(op.signature());
    out.println("  audience: " + audience(op));
    out.println("  gradient: " + gradient(op));
    out.println("  kernels:  " + String.join(", ", kernels(op)));
  }

  private static Map<String, Object> facts(OpDefinition op) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", op.signature().name());
    facts.put("signature", op.signature().toString());
    facts.put("audience", audience(op));
    Map<String, Object> dtypes = new LinkedHashMap<>();
    for (Signature.Attr attr : op.signature().attrs()) {
      if (attr.type() == AttrType.TYPE) {
        dtypes.put(attr.name(), attr.allowed().stream().map(AttrValue::toString).toList());
      }
    }
    facts.put("dtypes", dtypes);
    facts.put("stateful", op.signature().stateful());
    facts.put("differentiable", op.notDifferentiable() == null);
    if (op.notDifferentiable() != null) {
      facts.put("notDifferentiableBecause", op.notDifferentiable());
    }
    facts.put("kernels", kernels(op));
    return facts;
  }

  private static String audience(OpDefinition op) {
    return OpRegistry.standard().audience(op.signature().name()).name().toLowerCase(Locale.ROOT);
  }

  private static String types(OpDefinition op) {
    List<String> types = new ArrayList<>();
    for (Signature.Attr attr : op.signature().attrs()) {
      if (attr.type() == AttrType.TYPE && !attr.isList()) {
        int count = attr.allowed().size();
        types.add(attr.name() + ": " + (count == 0 ? "any" : count + " types"));
      }
    }
    return String.join("; ", types);
  }

  private static String gradient(OpDefinition op) {
    String reason = op.notDifferentiable();
    return reason == null ? "yes" : "no: " + reason;
  }

  private static List<String> kernels(OpDefinition op) {
    List<String> kernels = new ArrayList<>();
    for (KernelProvider provider : KernelSelector.standard().providers()) {
      if (provider.ops().contains(op.signature().name())) {
        kernels.add(provider.name());
      }
    }
    kernels.add("reference");
    return kernels;
  }
}
