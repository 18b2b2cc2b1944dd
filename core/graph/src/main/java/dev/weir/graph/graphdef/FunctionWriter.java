package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.schema.DataType;
import dev.weir.schema.FunctionDef;
import dev.weir.schema.NodeDef;
import dev.weir.schema.OpDef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes functions. */
final class FunctionWriter {
  private final GraphFunction function;
  private final FunctionDef.Builder def = FunctionDef.newBuilder();
  private final OpDef.Builder signature = OpDef.newBuilder();
  private final Map<Long, String> argNames = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  FunctionWriter(GraphFunction function) {
    this.function = function;
  }

  FunctionDef write() {
    signature.setName(function.name()).setIsStateful(function.isStateful());
    List<Node> body = function.body().nodes();
    for (Node node : body) {
      if (isBody(node)) {
        taken.add(node.name());
      }
    }
    writeParameters();
    for (Node node : body) {
      switch (node.op().kind()) {
        case ARGUMENT -> writeArgument(node);
        case RETURN -> writeResult(node);
        default -> def.addNodeDef(node(node));
      }
    }
    for (String output : function.controlOutputs()) {
      signature.addControlOutput(output);
      def.putControlRet(output, output);
    }
    function.attrs().forEach((name, value) -> def.putAttr(name, AttrWriter.write(value)));
    return def.setSignature(signature).build();
  }

  private static boolean isBody(Node node) {
    return node.op().kind() != NodeKind.ARGUMENT && node.op().kind() != NodeKind.RETURN;
  }

  private void writeParameters() {
    for (int i = 0; i < function.inputs().size(); i++) {
      GraphFunction.Parameter parameter = function.inputs().get(i);
      String name = freeName(legal(parameter.name(), "arg"), taken);
      argNames.put((long) i, name);
      signature.addInputArg(arg(name, parameter));
    }
    Set<String> results = new HashSet<>();
    for (GraphFunction.Parameter parameter : function.outputs()) {
      signature.addOutputArg(arg(freeName(legal(parameter.name(), "result"), results), parameter));
    }
  }

  private static OpDef.ArgDef arg(String name, GraphFunction.Parameter parameter) {
    return OpDef.ArgDef.newBuilder()
        .setName(name)
        .setType(DataType.forNumber(parameter.dtype().number()))
        .build();
  }

  /** The rule for arguments: lower case letters, digits and underscores, a letter first. */
  private static String legal(String name, String otherwise) {
    String lower = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    String start = lower.replaceFirst("^[^a-z]+", "");
    return start.isEmpty() ? otherwise : start;
  }

  private static String freeName(String name, Set<String> taken) {
    String free = name;
    for (int i = 1; !taken.add(free); i++) {
      free = name + "_" + i;
    }
    return free;
  }

  private void writeArgument(Node node) {
    FunctionDef.ArgAttrs.Builder known = FunctionDef.ArgAttrs.newBuilder();
    Attributes attrs = node.attrs();
    for (Map.Entry<String, AttrValue> attr : attrs.asMap().entrySet()) {
      if (attr.getKey().equals("_shape")) {
        AttrValue shapes = AttrValue.ofShapes(List.of(attrs.shape("_shape")));
        known.putAttr("_output_shapes", AttrWriter.write(shapes));
      } else if (attr.getKey().startsWith("_")) {
        known.putAttr(attr.getKey(), AttrWriter.write(attr.getValue()));
      }
    }
    if (known.getAttrCount() > 0) {
      def.putArgAttr(Math.toIntExact(index(node)), known.build());
    }
  }

  private void writeResult(Node node) {
    int i = Math.toIntExact(index(node));
    if (i >= signature.getOutputArgCount()) {
      throw WeirException.invalidArgument(
          "function \"%s\" has %d results, but %s is result %d",
          function.name(), signature.getOutputArgCount(), node, i);
    }
    String source = input(node.input(0));
    if (!node.controlInputs().isEmpty()) {
      // a result cannot wait, but a node before it can
      String name = freeName(node.name() + "_value", taken);
      NodeDef.Builder identity = NodeDef.newBuilder().setOp("Identity").setName(name);
      identity.putAttr("T", AttrWriter.write(AttrValue.of(node.input(0).dtype())));
      identity.addInput(source);
      addControls(node, identity);
      def.addNodeDef(identity);
      source = name + ":output:0";
    }
    def.putRet(signature.getOutputArg(i).getName(), source);
  }

  private static long index(Node node) {
    return node.attrs().integer("index");
  }

  private NodeDef node(Node node) {
    NodeDef.Builder written = GraphWriter.withoutInputs(node);
    node.inputs().forEach(input -> written.addInput(input(input)));
    addControls(node, written);
    return written.build();
  }

  private static void addControls(Node node, NodeDef.Builder written) {
    for (Node control : node.controlInputs()) {
      if (isBody(control)) {
        written.addInput("^" + control.name());
      }
    }
  }

  private String input(Output output) {
    Node node = output.node();
    if (node.op().kind() == NodeKind.ARGUMENT) {
      String name = argNames.get(index(node));
      if (name == null) {
        throw WeirException.invalidArgument(
            "function \"%s\" has %d parameters, but %s is parameter %d",
            function.name(), argNames.size(), node, index(node));
      }
      return name;
    }
    String place = place(node, output.index());
    if (place == null) {
      throw new IllegalStateException(output + " does not exist");
    }
    return node.name() + ":" + place;
  }

  /** {@code output:1}: which output argument it is, and which tensor of it. */
  private static @Nullable String place(Node node, int index) {
    int left = index;
    for (Signature.Arg arg : node.op().signature().outputs()) {
      int count = arg.dtypes(node.attrs()).size();
      if (left < count) {
        return arg.name() + ":" + left;
      }
      left -= count;
    }
    return null;
  }
}
