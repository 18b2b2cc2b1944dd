package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.schema.DataType;
import dev.weir.schema.FunctionDef;
import dev.weir.schema.NodeDef;
import dev.weir.schema.OpDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a function: its body becomes a graph in which an {@code _Arg} stands for each parameter and
 * a {@code _Retval} for each result.
 */
final class FunctionReader {
  private final FunctionDef def;
  private final FunctionLibraryReader library;
  private final AttrReader attrs;

  FunctionReader(FunctionDef def, FunctionLibraryReader library) {
    this.def = def;
    this.library = library;
    this.attrs = new AttrReader(new TensorReader(library.expansion()));
  }

  GraphFunction read(List<GraphFunction> callees) {
    OpDef signature = def.getSignature();
    FunctionInputs inputs = new FunctionInputs(def, library);
    List<GraphFunction.Parameter> parameters = new ArrayList<>();
    List<NodeDef> nodes = new ArrayList<>();
    for (int i = 0; i < signature.getInputArgCount(); i++) {
      parameters.add(parameter(signature.getInputArg(i)));
      nodes.add(argument(i, signature.getInputArg(i)));
    }
    for (NodeDef node : def.getNodeDefList()) {
      NodeDef.Builder translated = library.withoutCalls(node).toBuilder().clearInput();
      node.getInputList().forEach(text -> translated.addAllInput(inputs.translate(node, text)));
      nodes.add(translated.build());
    }
    List<GraphFunction.Parameter> results = new ArrayList<>();
    Set<String> names = new HashSet<>();
    nodes.forEach(node -> names.add(node.getName()));
    for (int i = 0; i < signature.getOutputArgCount(); i++) {
      results.add(parameter(signature.getOutputArg(i)));
      nodes.add(result(i, signature.getOutputArg(i), inputs, names));
    }
    Graph body = new Graph(library.registry());
    callees.forEach(body::addFunction);
    library.importerInto(body).add(nodes);
    return new GraphFunction(
        signature.getName(), parameters, results, controlOutputs(body), body, functionAttrs());
  }

  private static GraphFunction.Parameter parameter(OpDef.ArgDef arg) {
    if (!arg.getTypeAttr().isEmpty()
        || !arg.getTypeListAttr().isEmpty()
        || !arg.getNumberAttr().isEmpty()) {
      throw WeirException.unimplemented(
          "the type of \"%s\" depends on an attribute; functions with type parameters"
              + " are not supported",
          arg.getName());
    }
    if (arg.getIsRef()) {
      throw WeirException.unimplemented(
          "\"%s\" is a reference to a variable, which a function cannot take or give",
          arg.getName());
    }
    return new GraphFunction.Parameter(arg.getName(), DTypes.read(arg.getTypeValue()));
  }

  private NodeDef argument(int i, OpDef.ArgDef arg) {
    NodeDef.Builder node = structural("_Arg", arg.getName(), i, arg.getType());
    FunctionDef.ArgAttrs known =
        def.getArgAttrOrDefault(i, FunctionDef.ArgAttrs.getDefaultInstance());
    known
        .getAttrMap()
        .forEach(
            (name, value) -> {
              boolean isShape =
                  name.equals("_output_shapes") && value.getList().getShapeCount() == 1;
              if (isShape) {
                node.putAttr(
                    "_shape",
                    dev.weir.schema.AttrValue.newBuilder()
                        .setShape(value.getList().getShape(0))
                        .build());
              } else if (name.startsWith("_")) {
                node.putAttr(name, value);
              }
            });
    return node.build();
  }

  private NodeDef result(int i, OpDef.ArgDef arg, FunctionInputs inputs, Set<String> names) {
    String source = def.getRetMap().get(arg.getName());
    if (source == null) {
      throw WeirException.invalidArgument("its result \"%s\" has no source", arg.getName());
    }
    String name = arg.getName() + "_RetVal";
    while (!names.add(name)) {
      name += "_";
    }
    NodeDef.Builder node = structural("_Retval", name, i, arg.getType());
    List<String> tensors = inputs.translate(node.build(), source);
    if (tensors.size() != 1 || tensors.getFirst().startsWith("^")) {
      throw WeirException.invalidArgument(
          "its result \"%s\" is one tensor, not \"%s\", which is %d",
          arg.getName(), source, tensors.size());
    }
    return node.addInput(tensors.getFirst()).build();
  }

  private static NodeDef.Builder structural(String op, String name, int index, DataType type) {
    return NodeDef.newBuilder()
        .setOp(op)
        .setName(name)
        .putAttr("T", dev.weir.schema.AttrValue.newBuilder().setType(type).build())
        .putAttr("index", dev.weir.schema.AttrValue.newBuilder().setI(index).build());
  }

  private List<String> controlOutputs(Graph body) {
    List<String> nodes = new ArrayList<>();
    for (String output : def.getSignature().getControlOutputList()) {
      String node = def.getControlRetMap().get(output);
      if (node == null || !body.has(node)) {
        throw WeirException.invalidArgument(
            "its control output \"%s\" is not one of its nodes: %s", output, String.valueOf(node));
      }
      nodes.add(node);
    }
    return nodes;
  }

  private Map<String, AttrValue> functionAttrs() {
    Map<String, AttrValue> values = new LinkedHashMap<>();
    def.getAttrMap().forEach((name, value) -> values.put(name, attrs.read(name, value, null)));
    return values;
  }
}
