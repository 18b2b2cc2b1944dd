package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.kernels.vector.internal.codegen.StageShape;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.RowReduction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a cluster computes, as stages that follow each other on a tile, whatever its shape. Values
 * are numbered: the inputs of the cluster, then its nodes.
 *
 * <p>Nodes are computed in phases: those that need no reduction, the reductions of these, what is
 * computed of their results, the nodes that need these, and so on. A phase is cut into stages that
 * C2 compiles well: of a method with too many vector operations it boxes every vector.
 */
final class ClusterProgram {
  /** The most operations in a stage, where a transcendental function counts for 16. */
  private static final int BUDGET = 40;

  /** A stage. */
  sealed interface Step {}

  /**
   * A loop over elements.
   *
   * @param isRow whether over one number for each row
   * @param operands the values it loads
   * @param steps in terms of its operands, and then of its steps
   * @param stored which operands and steps are stored
   * @param results the values these are
   */
  record MapStep(
      boolean isRow,
      List<Integer> operands,
      List<StageShape.Step> steps,
      List<Integer> stored,
      List<Integer> results)
      implements Step {}

  /** A reduction of rows. */
  record ReduceStep(int operand, int result, RowReduction reduction) implements Step {}

  private final Cluster cluster;
  private final Map<Node, Integer> values = new HashMap<>();
  private final int inputs;
  private final int[] phases;
  private final List<Step> steps = new ArrayList<>();

  private ClusterProgram(Cluster cluster) {
    this.cluster = cluster;
    this.inputs = cluster.inputs().size();
    cluster.inputs().forEach(node -> values.put(node, values.size()));
    cluster.nodes().forEach(node -> values.put(node, values.size()));
    this.phases = new int[values.size()];
  }

  static ClusterProgram of(Cluster cluster) {
    ClusterProgram program = new ClusterProgram(cluster);
    program.assignPhases();
    program.delay();
    int last = 0;
    for (int phase : program.phases) {
      last = Math.max(last, phase);
    }
    for (int phase = 0; phase <= last; phase++) {
      program.addMaps(phase, false);
      program.addReductions(phase);
      program.addMaps(phase, true);
    }
    return program;
  }

  List<Step> steps() {
    return Collections.unmodifiableList(steps);
  }

  /** How many values there are. */
  int values() {
    return values.size();
  }

  /** How many of them are inputs. */
  int inputs() {
    return inputs;
  }

  /** The number of the value that a node gives. */
  int valueOf(Node node) {
    return values.getOrDefault(node, -1);
  }

  /** The type of all elements. */
  Element<?> element() {
    for (Role role : cluster.roles()) {
      if (role instanceof Role.Map map) {
        return map.function().element();
      }
    }
    throw new IllegalStateException("a cluster of reductions only");
  }

  /** Whether a value has one element for each row. */
  boolean isRow(int value) {
    return value >= inputs && cluster.isRow().get(value - inputs);
  }

  /** The step that gives a value. */
  int stepOf(int value) {
    for (int i = 0; i < steps.size(); i++) {
      if (results(steps.get(i)).contains(value)) {
        return i;
      }
    }
    throw new IllegalStateException("no step gives value " + value);
  }

  /** For each value, the last step that takes it. */
  int[] lastUses() {
    int[] last = new int[values.size()];
    for (int i = 0; i < steps.size(); i++) {
      for (int operand : operands(steps.get(i))) {
        last[operand] = i;
      }
    }
    return last;
  }

  /** Whether an input is used where one element for each row is computed. */
  boolean isUsedByRows(int input) {
    return steps.stream()
        .anyMatch(step -> step instanceof MapStep map && map.isRow() && isTaken(map, input));
  }

  /** Whether an input is used where all elements are computed. */
  boolean isUsedByElements(int input) {
    return steps.stream()
        .anyMatch(step -> !(step instanceof MapStep map && map.isRow()) && isTaken(step, input));
  }

  private static boolean isTaken(Step step, int value) {
    return operands(step).contains(value);
  }

  private static List<Integer> operands(Step step) {
    return switch (step) {
      case MapStep map -> map.operands();
      case ReduceStep reduce -> List.of(reduce.operand());
    };
  }

  private static List<Integer> results(Step step) {
    return switch (step) {
      case MapStep map -> map.results();
      case ReduceStep reduce -> List.of(reduce.result());
    };
  }

  /** The values a node computes with. */
  private List<Integer> operands(int value) {
    return cluster.nodes().get(value - inputs).inputs().stream()
        .map(Output::node)
        .filter(values::containsKey)
        .map(this::valueOf)
        .toList();
  }

  private void assignPhases() {
    for (int value = inputs; value < phases.length; value++) {
      for (int operand : operands(value)) {
        boolean usesRow = isRow(operand) && !isRow(value);
        phases[value] = Math.max(phases[value], phases[operand] + (usesRow ? 1 : 0));
      }
    }
  }

  /** Puts elements that only later phases need there, so that they need not be kept. */
  private void delay() {
    int[] latest = new int[phases.length];
    java.util.Arrays.fill(latest, Integer.MAX_VALUE);
    cluster.outputs().forEach(node -> latest[valueOf(node)] = phases[valueOf(node)]);
    for (int value = phases.length - 1; value >= inputs; value--) {
      if (!isRow(value) && latest[value] != Integer.MAX_VALUE) {
        phases[value] = latest[value];
      }
      for (int operand : operands(value)) {
        latest[operand] = Math.min(latest[operand], phases[value]);
      }
    }
  }

  private void addReductions(int phase) {
    for (int value = inputs; value < phases.length; value++) {
      if (phases[value] == phase
          && cluster.roles().get(value - inputs) instanceof Role.Reduction role) {
        steps.add(new ReduceStep(operands(value).getFirst(), value, role.reduction()));
      }
    }
  }

  private void addMaps(int phase, boolean areRows) {
    List<Integer> part = new ArrayList<>();
    Set<Integer> loaded = new LinkedHashSet<>();
    int cost = 0;
    for (int value = inputs; value < phases.length; value++) {
      if (phases[value] != phase
          || isRow(value) != areRows
          || !(cluster.roles().get(value - inputs) instanceof Role.Map map)) {
        continue;
      }
      int own = cost(map.function()) * Math.max(1, operands(value).size() - 1);
      Set<Integer> all = new LinkedHashSet<>(loaded);
      operands(value).stream().filter(operand -> !part.contains(operand)).forEach(all::add);
      boolean isFull = part.size() == StageShape.MOST || all.size() > StageShape.MOST;
      if (!part.isEmpty() && (cost + own > BUDGET || isFull)) {
        steps.add(stage(areRows, part));
        part.clear();
        all.clear();
        all.addAll(operands(value));
        cost = 0;
      }
      part.add(value);
      loaded = all;
      cost += own;
    }
    if (!part.isEmpty()) {
      steps.add(stage(areRows, part));
    }
  }

  private static int cost(LaneFunction function) {
    return function.isCostly() ? 16 : 1;
  }

  private MapStep stage(boolean isRow, List<Integer> part) {
    Set<Integer> operands = new LinkedHashSet<>();
    for (int value : part) {
      operands(value).stream().filter(operand -> !part.contains(operand)).forEach(operands::add);
    }
    Map<Integer, Integer> local = new HashMap<>();
    operands.forEach(operand -> local.put(operand, local.size()));
    List<StageShape.Step> code = new ArrayList<>();
    for (int value : part) {
      LaneFunction function = ((Role.Map) cluster.roles().get(value - inputs)).function();
      List<Integer> taken =
          operands(value).stream().map(operand -> local.getOrDefault(operand, -1)).toList();
      code.add(new StageShape.Step(function, taken.subList(0, function.operands())));
      for (int i = function.operands(); i < taken.size(); i++) {
        int before = operands.size() + code.size() - 1;
        code.add(new StageShape.Step(function, List.of(before, taken.get(i))));
      }
      local.put(value, operands.size() + code.size() - 1);
    }
    List<Integer> results = part.stream().filter(value -> isNeeded(value, part)).toList();
    List<Integer> stored = results.stream().map(value -> local.getOrDefault(value, -1)).toList();
    return new MapStep(isRow, List.copyOf(operands), code, stored, results);
  }

  /** Whether a value is needed by others than these. */
  private boolean isNeeded(int value, List<Integer> part) {
    Node node = cluster.nodes().get(value - inputs);
    if (cluster.outputs().contains(node)) {
      return true;
    }
    for (int user = value + 1; user < phases.length; user++) {
      if (!part.contains(user) && operands(user).contains(value)) {
        return true;
      }
    }
    return false;
  }
}
