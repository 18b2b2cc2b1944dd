package dev.weir.testkit;

import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sample with a choice of element types: a node that can be built and run.
 *
 * @param types the choice, by type attribute
 */
public record SampleCase(OpSample sample, Map<String, DType> types) {
  /** The name of the node that is tried. */
  public static final String NODE = "sample";

  /** All cases of a sample: each type attribute in turn through all its types. */
  public static List<SampleCase> of(OpSample sample) {
    Signature signature = OpRegistry.standard().get(sample.op()).signature();
    Map<String, List<DType>> choices = new LinkedHashMap<>();
    Map<String, DType> usual = new LinkedHashMap<>();
    for (Signature.Attr attr : signature.attrs()) {
      if (attr.type() == AttrType.TYPE
          && !attr.isList()
          && !sample.attrs().containsKey(attr.name())) {
        List<DType> allowed = allowed(sample, attr);
        choices.put(attr.name(), allowed);
        usual.put(attr.name(), usual(attr, allowed));
      }
    }
    Set<SampleCase> cases = new LinkedHashSet<>();
    choices.forEach(
        (name, allowed) -> {
          for (DType dtype : allowed) {
            Map<String, DType> types = new LinkedHashMap<>(usual);
            types.put(name, dtype);
            cases.add(new SampleCase(sample, types));
          }
        });
    return cases.isEmpty() ? List.of(new SampleCase(sample, Map.of())) : List.copyOf(cases);
  }

  private static List<DType> allowed(OpSample sample, Signature.Attr attr) {
    Set<DType> allowed = EnumSet.noneOf(DType.class);
    for (AttrValue value : attr.allowed()) {
      allowed.add(((AttrValue.TypeValue) value).value());
    }
    if (allowed.isEmpty()) {
      allowed.addAll(EnumSet.allOf(DType.class));
    }
    allowed.remove(DType.RESOURCE);
    allowed.remove(DType.VARIANT);
    Set<DType> limit = sample.typesOf(attr.name());
    if (limit != null) {
      allowed.retainAll(limit);
    }
    return List.copyOf(allowed);
  }

  private static DType usual(Signature.Attr attr, List<DType> allowed) {
    if (attr.defaultValue() instanceof AttrValue.TypeValue type && allowed.contains(type.value())) {
      return type.value();
    }
    for (DType dtype : List.of(DType.FLOAT32, DType.INT32)) {
      if (allowed.contains(dtype)) {
        return dtype;
      }
    }
    return allowed.get(0);
  }

  /** The element types of all type attributes: those chosen, and those the sample has fixed. */
  public Map<String, DType> allTypes() {
    Map<String, DType> all = new LinkedHashMap<>(types);
    sample
        .attrs()
        .forEach(
            (name, value) -> {
              if (value instanceof AttrValue.TypeValue type) {
                all.put(name, type.value());
              }
            });
    return all;
  }

  /** The inputs, argument by argument. */
  public List<List<Tensor>> tensors() {
    Signature signature = OpRegistry.standard().get(sample.op()).signature();
    List<List<Tensor>> all = new ArrayList<>();
    for (int i = 0; i < sample.inputs().size(); i++) {
      Signature.Arg arg = signature.inputs().get(i);
      DType dtype = dtypeOf(arg);
      all.add(sample.inputs().get(i).stream().map(values -> values.as(dtype)).toList());
    }
    return all;
  }

  private DType dtypeOf(Signature.Arg arg) {
    if (arg.type() != null) {
      return arg.type();
    }
    DType chosen = types.get(arg.typeAttr());
    if (chosen != null) {
      return chosen;
    }
    AttrValue given = sample.attrs().get(arg.typeAttr());
    return given instanceof AttrValue.TypeValue type ? type.value() : DType.FLOAT32;
  }

  /**
   * Builds the node.
   *
   * @param feeds if not null, inputs become placeholders of unknown shape and their values are put
   *     here; otherwise they become constants
   */
  public Node build(Graph graph, @org.jspecify.annotations.Nullable Map<String, Tensor> feeds) {
    Ops ops = Ops.create(graph);
    NodeBuilder builder = graph.node(sample.op(), NODE);
    Signature signature = OpRegistry.standard().get(sample.op()).signature();
    List<List<Tensor>> tensors = tensors();
    for (int i = 0; i < tensors.size(); i++) {
      List<Output> outputs = new ArrayList<>();
      for (Tensor tensor : tensors.get(i)) {
        outputs.add(input(ops, "input" + i + "_" + outputs.size(), tensor, feeds));
      }
      if (signature.inputs().get(i).isList()) {
        builder.inputList(outputs);
      } else {
        builder.input(outputs.get(0));
      }
    }
    types.forEach(builder::attr);
    sample.attrs().forEach(builder::attr);
    return builder.build();
  }

  private static Output input(
      Ops ops,
      String name,
      Tensor tensor,
      @org.jspecify.annotations.Nullable Map<String, Tensor> feeds) {
    if (feeds == null) {
      return ops.withName(name).constant(tensor);
    }
    feeds.put(name + ":0", tensor);
    return ops.withName(name).placeholder(tensor.dtype());
  }

  /** {@code MatMul (both transposed) T=float32}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(sample.toString());
    types.forEach((name, dtype) -> text.append(' ').append(name).append('=').append(dtype));
    return text.toString();
  }
}
