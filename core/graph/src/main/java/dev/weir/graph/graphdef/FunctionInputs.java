package dev.weir.graph.graphdef;

import dev.weir.graph.AttrValue;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.Signature;
import dev.weir.schema.FunctionDef;
import dev.weir.schema.NodeDef;
import dev.weir.schema.OpDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Inputs as functions write them, translated to how graphs write them. In a function an output is
 * named by its argument: {@code split:output:1}, where a graph counts through: {@code split:1}.
 */
final class FunctionInputs {
  /** Where an output argument starts among the outputs, and how many there are. */
  private record Range(long start, long count) {}

  private final FunctionLibraryReader library;
  private final Set<String> args = new HashSet<>();
  private final Map<String, NodeDef> nodes = new HashMap<>();

  FunctionInputs(FunctionDef def, FunctionLibraryReader library) {
    this.library = library;
    def.getSignature().getInputArgList().forEach(arg -> args.add(arg.getName()));
    def.getNodeDefList().forEach(node -> nodes.put(node.getName(), node));
  }

  /** The inputs of a graph that an input of a function stands for: several if it names a list. */
  List<String> translate(NodeDef user, String text) {
    if (text.startsWith("^")) {
      // an argument is there before anything runs
      return args.contains(text.substring(1)) ? List.of() : List.of(text);
    }
    String[] parts = text.split(":", -1);
    if (args.contains(parts[0]) && (parts.length == 1 || text.equals(parts[0] + ":0"))) {
      return List.of(parts[0]);
    }
    NodeDef node = nodes.get(parts[0]);
    if (node == null || parts.length > 3 || args.contains(parts[0])) {
      throw FileNode.invalid(user, "its input \"" + text + "\" is not an argument or node");
    }
    Range range = parts.length == 1 ? null : range(node, parts[1]);
    if (range == null) {
      throw FileNode.invalid(
          user,
          "its input \""
              + text
              + "\" names no output of "
              + node.getOp()
              + "; write node:output:0");
    }
    if (parts.length == 3) {
      if (!InputNames.isIndex(parts[2]) || Integer.parseInt(parts[2]) >= range.count()) {
        throw FileNode.invalid(
            user, "its input \"" + text + "\" does not exist: there are " + range.count());
      }
      return List.of(parts[0] + ":" + (range.start() + Integer.parseInt(parts[2])));
    }
    library.expansion().chargeOutputs((int) Math.min(Integer.MAX_VALUE, range.count()));
    List<String> all = new ArrayList<>();
    for (long i = 0; i < range.count(); i++) {
      all.add(parts[0] + ":" + (range.start() + i));
    }
    return all;
  }

  private @Nullable Range range(NodeDef node, String output) {
    OpDef function = library.signature(node.getOp());
    if (function != null) {
      for (int i = 0; i < function.getOutputArgCount(); i++) {
        if (function.getOutputArg(i).getName().equals(output)) {
          return new Range(i, 1);
        }
      }
      return null;
    }
    OpDefinition op = library.registry().find(node.getOp());
    long start = 0;
    for (Signature.Arg arg : op == null ? List.<Signature.Arg>of() : op.signature().outputs()) {
      long count = op == null ? 0 : count(node, op.signature(), arg);
      if (arg.name().equals(output)) {
        return new Range(start, count);
      }
      start += count;
    }
    return null;
  }

  /** How many tensors an output argument of a node is, by its attributes or their defaults. */
  private static long count(NodeDef node, Signature signature, Signature.Arg arg) {
    String name = arg.isTypeList() ? arg.typeAttr() : arg.numberAttr();
    if (name == null) {
      return 1;
    }
    dev.weir.schema.AttrValue given = node.getAttrMap().get(name);
    if (given != null) {
      return Math.max(0, arg.isTypeList() ? given.getList().getTypeCount() : given.getI());
    }
    Signature.Attr declared = signature.attr(name);
    return switch (declared == null ? null : declared.defaultValue()) {
      case AttrValue.IntValue number -> Math.max(0, number.value());
      case AttrValue.ListValue list -> list.values().size();
      case null, default -> 0;
    };
  }
}
