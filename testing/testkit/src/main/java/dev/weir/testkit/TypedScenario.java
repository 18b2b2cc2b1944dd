package dev.weir.testkit;

import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A scenario that is run in every element type that its ops have for a type attribute. No step of
 * it is refused, but for types without a kernel; its numbers are the same in every type, so that
 * results in one type can be held to those in another.
 *
 * @param ops those it shows
 * @param attrs the names that the type attribute has in these ops
 * @param types the element types it has
 * @param shown those of them that other scenarios show, so that it need not
 * @param unasked those of them that end TensorFlow's process, so that it is not asked
 * @param tolerances how much results may differ, by type
 * @param graph builds the graph in an element type
 */
public record TypedScenario(
    Set<String> ops,
    Set<String> attrs,
    Set<DType> types,
    Set<DType> shown,
    Set<DType> unasked,
    Function<DType, Tolerance> tolerances,
    Builder graph) {
  /** Builds a graph and lists the steps to run on it. */
  @FunctionalInterface
  public interface Builder {
    void build(Ops ops, Scenario.Steps steps, DType dtype);
  }

  public TypedScenario {
    ops = Set.copyOf(ops);
    attrs = Set.copyOf(attrs);
    types = Set.copyOf(types);
    shown = Set.copyOf(shown);
    unasked = Set.copyOf(unasked);
  }

  /**
   * In all types that the first of the ops allows for the first of the attributes, objects apart.
   */
  public static TypedScenario of(List<String> ops, List<String> attrs, Builder graph) {
    return new TypedScenario(
        Set.copyOf(ops),
        Set.copyOf(attrs),
        allowed(ops.getFirst(), attrs.getFirst()),
        Set.of(),
        Set.of(),
        dtype -> Tolerance.ofUlps(2),
        graph);
  }

  private static Set<DType> allowed(String op, String attr) {
    Signature.Attr found =
        OpRegistry.standard().get(op).signature().attrs().stream()
            .filter(each -> each.name().equals(attr) && each.type() == AttrType.TYPE)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(op + " has no type " + attr));
    Set<DType> types = EnumSet.allOf(DType.class);
    if (!found.allowed().isEmpty()) {
      types.removeIf(dtype -> !found.allowed().contains(AttrValue.of(dtype)));
    }
    types.remove(DType.RESOURCE);
    types.remove(DType.VARIANT);
    return types;
  }

  /** Without some types: those that other scenarios show. */
  public TypedScenario without(Set<DType> others) {
    return new TypedScenario(ops, attrs, types, others, unasked, tolerances, graph);
  }

  /** The element types to run it in, in order. */
  public List<DType> typesToRun() {
    return types.stream().filter(dtype -> !shown.contains(dtype)).sorted().toList();
  }

  /** How much results may differ, by type. */
  public TypedScenario within(Function<DType, Tolerance> bounds) {
    return new TypedScenario(ops, attrs, types, shown, unasked, bounds, graph);
  }

  /** Without asking TensorFlow in some types, which end its process. */
  public TypedScenario unasked(Set<DType> crashing) {
    return new TypedScenario(ops, attrs, types, shown, crashing, tolerances, graph);
  }

  /** The scenario in one type. */
  public Scenario in(DType dtype) {
    return Scenario.of(this + " in " + dtype, ops, (ops, steps) -> graph.build(ops, steps, dtype))
        .within(tolerances.apply(dtype));
  }

  /** {@code Merge, Switch by T}. */
  @Override
  public String toString() {
    return String.join(", ", ops.stream().sorted().toList())
        + " by "
        + String.join(", ", attrs.stream().sorted().toList());
  }
}
