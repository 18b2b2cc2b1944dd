package dev.weir.ops.state;

import static java.util.Objects.requireNonNull;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A variable of a graph: the nodes that name it, initialize it and read it. As an operand it is its
 * value. The methods build further nodes, named below it.
 *
 * <p>A read and a change in one step run in any order, unless {@link #after} or data says which
 * comes first.
 *
 * {@snippet :
 * GraphVariable total = ops.withName("total").state.variable(ops.constant(0f));
 * Node add = total.assignAdd(x);
 * Output sum = total.after(add).read();
 * }
 */
public final class GraphVariable implements Operand {
  private final Scope scope;
  private final Output handle;

  /** The handle for changes: it arrives when the guard has admitted the step. */
  private final Output target;

  private final Node initializer;
  private final Output value;

  private GraphVariable(Scope scope, Output handle, Output target, Node initializer, Output value) {
    this.scope = scope;
    this.handle = handle;
    this.target = target;
    this.initializer = initializer;
    this.value = value;
  }

  static GraphVariable create(Scope scope, Operand initialValue, String container) {
    Output initial = initialValue.asOutput();
    Output handle = handle(scope, initial.dtype(), initial.shape(), container);
    Scope beside = scope.withoutControlDependencies().colocateWith(handle);
    Node initializer = below(beside, handle, "Assign", "AssignVariableOp").input(initial).build();
    Output value =
        below(beside, handle, "Read", "ReadVariableOp")
            .attr("dtype", initial.dtype())
            .build()
            .output(0);
    return new GraphVariable(beside, handle, handle, initializer, value);
  }

  /**
   * A handle to a variable that is called as the node. The attribute says so too, for systems that
   * take an empty shared name literally.
   */
  static Output handle(Scope scope, DType dtype, Shape shape, String container) {
    Graph graph = scope.graph();
    AtomicReference<Node> built = new AtomicReference<>();
    graph.atomically(
        () -> {
          String name = graph.freeName(scope.nameFor("VarHandleOp"));
          built.set(
              scope
                  .withName(name.substring(scope.prefix().length()))
                  .node("VarHandleOp")
                  .attr("container", container)
                  .attr("shared_name", name)
                  .attr("dtype", dtype)
                  .attr("shape", AttrValue.of(shape))
                  .build());
        });
    return requireNonNull(built.get()).output(0);
  }

  private static NodeBuilder below(Scope scope, Output handle, String name, String op) {
    String path = handle.node().name().substring(scope.prefix().length());
    return scope.withName(path + "/" + name).node(op).input(handle);
  }

  /** A node that uses the variable as it is. */
  private NodeBuilder below(String name, String op) {
    return below(scope, handle, name, op);
  }

  /** A node that changes the variable. */
  private NodeBuilder change(String name, String op) {
    String path = name().substring(scope.prefix().length());
    return scope.withName(path + "/" + name).node(op).input(target);
  }

  /** The value as it is when the step comes to it. */
  @Override
  public Output asOutput() {
    return value;
  }

  /** The name of the variable, for ops that use it; those of a guarded one wait for the guard. */
  public Output handle() {
    return target;
  }

  /** Gives the variable its initial value. */
  public Node initializer() {
    return initializer;
  }

  /** What the variable is called. */
  public String name() {
    return handle.node().name();
  }

  /** This variable; what is built through the result waits for these nodes. */
  public GraphVariable after(Node... nodes) {
    return new GraphVariable(
        scope.withControlDependencies(List.of(nodes)), handle, target, initializer, value);
  }

  /**
   * This variable, guarded: every change that is built through it, and every op that gets its
   * {@link #handle}, waits for a node that may refuse the step. Reads and the initializer do not.
   */
  public GraphVariable guardedBy(Node guard) {
    Scope waiting = scope.withControlDependencies(List.of(guard));
    Output guarded = below(waiting, handle, "Guarded", "Identity").build().output(0);
    return new GraphVariable(scope, handle, guarded, initializer, value);
  }

  /** This variable without a guard. */
  public GraphVariable unguarded() {
    return new GraphVariable(scope, handle, handle, initializer, value);
  }

  /** The value at the time this runs. */
  public Output read() {
    return below("Read", "ReadVariableOp").attr("dtype", dtype()).build().output(0);
  }

  /** Whether it has a value. */
  public Output isInitialized() {
    return below("IsInitialized", "VarIsInitializedOp").build().output(0);
  }

  /** Gives it a new value. */
  public Node assign(Operand newValue) {
    return change("Assign", "AssignVariableOp").input(newValue).build();
  }

  /** Adds a value of the same shape. */
  public Node assignAdd(Operand delta) {
    return change("AssignAdd", "AssignAddVariableOp").input(delta).build();
  }

  /** Subtracts a value of the same shape. */
  public Node assignSub(Operand delta) {
    return change("AssignSub", "AssignSubVariableOp").input(delta).build();
  }

  /** The rows that {@code indices} name; only those are read. */
  public Output gather(Operand indices) {
    return below("Gather", "ResourceGather")
        .input(indices)
        .attr("dtype", dtype())
        .build()
        .output(0);
  }

  /** Replaces the rows that {@code indices} name; only those are touched. */
  public Node scatterUpdate(Operand indices, Operand updates) {
    return scatter("ScatterUpdate", indices, updates);
  }

  /** Adds to the rows that {@code indices} name; only those are touched. */
  public Node scatterAdd(Operand indices, Operand updates) {
    return scatter("ScatterAdd", indices, updates);
  }

  /** Subtracts from the rows that {@code indices} name; only those are touched. */
  public Node scatterSub(Operand indices, Operand updates) {
    return scatter("ScatterSub", indices, updates);
  }

  private Node scatter(String name, Operand indices, Operand updates) {
    return change(name, "Resource" + name).input(indices).input(updates).build();
  }

  @Override
  public String toString() {
    return "variable " + name() + ", " + dtype() + shape();
  }
}
