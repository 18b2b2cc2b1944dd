package dev.weir.ops.state;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.array.SliceMasks;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Builds nodes: variables and other things that outlive a step.
 *
 * <p>Most programs need only {@link #variable}. Every change of a variable is atomic, whatever the
 * attribute {@code use_locking} of some ops says: no update is lost, and a reader sees all of it or
 * nothing.
 *
 * {@snippet :
 * GraphVariable weights = ops.withName("weights").state.variable(ops.constant(initial));
 * Operand y = ops.linalg.matMul(x, weights);
 * Node step = weights.assignSub(change);
 * session.runner().addTarget(weights.initializer()).run();
 * }
 */
public final class StateOps {
  private final Scope scope;

  public StateOps(Scope scope) {
    this.scope = scope;
  }

  /**
   * A variable that starts as {@code initialValue} once its initializer has run. It has the name of
   * the scope, in the graph and in its container.
   */
  public GraphVariable variable(Operand initialValue) {
    return GraphVariable.create(scope, initialValue, "");
  }

  /** The same in a named container, which can be cleared by its name. */
  public GraphVariable variable(Operand initialValue, String container) {
    return GraphVariable.create(scope, initialValue, container);
  }

  private NodeBuilder builder(String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  private Node onHandle(String op, Operand... inputs) {
    return builder(op, inputs).build();
  }

  private Output result(String op, Operand... inputs) {
    return onHandle(op, inputs).output(0);
  }

  /**
   * The name of a variable. In its container it is called as the node; see {@link
   * #varHandleOp(DType, Shape, String, String)}.
   */
  public Output varHandleOp(DType dtype, Shape shape) {
    return GraphVariable.handle(scope, dtype, shape, "");
  }

  /**
   * The name of a variable that is called {@code sharedName} in a container; an empty container is
   * the default one.
   */
  public Output varHandleOp(DType dtype, Shape shape, String container, String sharedName) {
    return scope
        .node("VarHandleOp")
        .attr("container", container)
        .attr("shared_name", sharedName)
        .attr("dtype", dtype)
        .attr("shape", AttrValue.of(shape))
        .build()
        .output(0);
  }

  /** The value of a variable as it is when this runs. */
  public Output readVariableOp(Operand resource, DType dtype) {
    return scope.node("ReadVariableOp").input(resource).attr("dtype", dtype).build().output(0);
  }

  /** Gives a variable a new value, which must fit the shape in the handle. */
  public Node assignVariableOp(Operand resource, Operand value) {
    return onHandle("AssignVariableOp", resource, value);
  }

  /** The same; the shape of the value before must stay. */
  public Node assignVariableOp(Operand resource, Operand value, boolean validateShape) {
    return scope
        .node("AssignVariableOp")
        .input(resource)
        .input(value)
        .attr("validate_shape", validateShape)
        .build();
  }

  /** Adds to a variable a value of the same shape. */
  public Node assignAddVariableOp(Operand resource, Operand value) {
    return onHandle("AssignAddVariableOp", resource, value);
  }

  /** Subtracts from a variable a value of the same shape. */
  public Node assignSubVariableOp(Operand resource, Operand value) {
    return onHandle("AssignSubVariableOp", resource, value);
  }

  /** Whether a variable has a value. */
  public Output varIsInitializedOp(Operand resource) {
    return result("VarIsInitializedOp", resource);
  }

  /** The shape of the value of a variable, as an int32 vector. */
  public Output variableShape(Operand resource) {
    return result("VariableShape", resource);
  }

  /** The shape of the value of a variable, as a vector of int32 or int64. */
  public Output variableShape(Operand resource, DType outType) {
    return scope.node("VariableShape").input(resource).attr("out_type", outType).build().output(0);
  }

  /** Removes state from its container, if it is there. */
  public Node destroyResourceOp(Operand resource) {
    return onHandle("DestroyResourceOp", resource);
  }

  /** The same; with {@code ignoreLookupError} false it must be there. */
  public Node destroyResourceOp(Operand resource, boolean ignoreLookupError) {
    return scope
        .node("DestroyResourceOp")
        .input(resource)
        .attr("ignore_lookup_error", ignoreLookupError)
        .build();
  }

  /** The rows of a variable that {@code indices} name. */
  public Output resourceGather(Operand resource, Operand indices, DType dtype) {
    return resourceGather(resource, indices, dtype, 0);
  }

  /** The same, for each place along the first {@code batchDims} dimensions of both. */
  public Output resourceGather(Operand resource, Operand indices, DType dtype, int batchDims) {
    return scope
        .node("ResourceGather")
        .input(resource)
        .input(indices)
        .attr("dtype", dtype)
        .attr("batch_dims", batchDims)
        .build()
        .output(0);
  }

  /** The slices of a variable that the rows of {@code indices} name. */
  public Output resourceGatherNd(Operand resource, Operand indices, DType dtype) {
    return scope
        .node("ResourceGatherNd")
        .input(resource)
        .input(indices)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Replaces the rows of a variable that {@code indices} name. */
  public Node resourceScatterUpdate(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterUpdate", resource, indices, updates);
  }

  /** Adds to the rows of a variable that {@code indices} name. */
  public Node resourceScatterAdd(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterAdd", resource, indices, updates);
  }

  /** Subtracts from the rows of a variable that {@code indices} name. */
  public Node resourceScatterSub(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterSub", resource, indices, updates);
  }

  /** Multiplies the rows of a variable that {@code indices} name. */
  public Node resourceScatterMul(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterMul", resource, indices, updates);
  }

  /** Divides the rows of a variable that {@code indices} name. */
  public Node resourceScatterDiv(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterDiv", resource, indices, updates);
  }

  /** Lowers the rows of a variable that {@code indices} name to the updates. */
  public Node resourceScatterMin(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterMin", resource, indices, updates);
  }

  /** Raises the rows of a variable that {@code indices} name to the updates. */
  public Node resourceScatterMax(Operand resource, Operand indices, Operand updates) {
    return onHandle("ResourceScatterMax", resource, indices, updates);
  }

  /** Replaces the slices of a variable that {@code indices} name. */
  public Node resourceScatterNdUpdate(Operand ref, Operand indices, Operand updates) {
    return onHandle("ResourceScatterNdUpdate", ref, indices, updates);
  }

  /** Adds to the slices of a variable that {@code indices} name. */
  public Node resourceScatterNdAdd(Operand ref, Operand indices, Operand updates) {
    return onHandle("ResourceScatterNdAdd", ref, indices, updates);
  }

  /** Subtracts from the slices of a variable that {@code indices} name. */
  public Node resourceScatterNdSub(Operand ref, Operand indices, Operand updates) {
    return onHandle("ResourceScatterNdSub", ref, indices, updates);
  }

  /** Lowers the slices of a variable that {@code indices} name to the updates. */
  public Node resourceScatterNdMin(Operand ref, Operand indices, Operand updates) {
    return onHandle("ResourceScatterNdMin", ref, indices, updates);
  }

  /** Raises the slices of a variable that {@code indices} name to the updates. */
  public Node resourceScatterNdMax(Operand ref, Operand indices, Operand updates) {
    return onHandle("ResourceScatterNdMax", ref, indices, updates);
  }

  /** Replaces the elements of a variable that a strided slice would take. */
  public Node resourceStridedSliceAssign(
      Operand ref, Operand begin, Operand end, Operand strides, Operand value) {
    return onHandle("ResourceStridedSliceAssign", ref, begin, end, strides, value);
  }

  /** The same with TensorFlow's five masks: begin, end, ellipsis, new axis, shrink axis. */
  public Node resourceStridedSliceAssign(
      Operand ref, Operand begin, Operand end, Operand strides, Operand value, SliceMasks masks) {
    return masks.on(builder("ResourceStridedSliceAssign", ref, begin, end, strides, value)).build();
  }

  /**
   * The value of an integer variable, which then grows by one; fails once it reaches {@code limit}.
   */
  public Output resourceCountUpTo(Operand resource, DType dtype, long limit) {
    return scope
        .node("ResourceCountUpTo")
        .input(resource)
        .attr("T", dtype)
        .attr("limit", limit)
        .build()
        .output(0);
  }

  /**
   * A reference to a variable, as older graphs have them; a shape without dimensions may stand for
   * an unknown one.
   */
  public Output variableV1(DType dtype, Shape shape) {
    return reference("Variable", dtype, shape);
  }

  /** A reference to a variable, as older graphs have them. */
  public Output variableV2(DType dtype, Shape shape) {
    return reference("VariableV2", dtype, shape);
  }

  private Output reference(String op, DType dtype, Shape shape) {
    return scope.node(op).attr("dtype", dtype).attr("shape", AttrValue.of(shape)).build().output(0);
  }

  /** Gives a variable a new value of the same shape. Returns the reference. */
  public Output assign(Operand ref, Operand value) {
    return assign(ref, value, true);
  }

  /** Gives a variable a new value, with {@code validateShape} false also of another shape. */
  public Output assign(Operand ref, Operand value, boolean validateShape) {
    return scope
        .node("Assign")
        .input(ref)
        .input(value)
        .attr("validate_shape", validateShape)
        .build()
        .output(0);
  }

  /** Adds to a variable a value of the same shape. Returns the reference. */
  public Output assignAdd(Operand ref, Operand value) {
    return result("AssignAdd", ref, value);
  }

  /** Subtracts from a variable a value of the same shape. Returns the reference. */
  public Output assignSub(Operand ref, Operand value) {
    return result("AssignSub", ref, value);
  }

  /** Whether a variable has a value. */
  public Output isVariableInitialized(Operand ref) {
    return result("IsVariableInitialized", ref);
  }

  /** A reference to a variable that only one step has; {@code varName} tells it from others. */
  public Output temporaryVariable(DType dtype, Shape shape, String varName) {
    return scope
        .node("TemporaryVariable")
        .attr("dtype", dtype)
        .attr("shape", AttrValue.of(shape))
        .attr("var_name", varName)
        .build()
        .output(0);
  }

  /**
   * The last value of a temporary variable, which is gone after this. Run it after all others that
   * use the variable.
   */
  public Output destroyTemporaryVariable(Operand ref, String varName) {
    return scope
        .node("DestroyTemporaryVariable")
        .input(ref)
        .attr("var_name", varName)
        .build()
        .output(0);
  }

  /**
   * The value of an integer variable, which then grows by one; fails once it reaches {@code limit}.
   */
  public Output countUpTo(Operand ref, long limit) {
    return scope.node("CountUpTo").input(ref).attr("limit", limit).build().output(0);
  }

  /** Replaces the rows of a variable that {@code indices} name. Returns the reference. */
  public Output scatterUpdate(Operand ref, Operand indices, Operand updates) {
    return result("ScatterUpdate", ref, indices, updates);
  }

  /** Adds to the rows of a variable that {@code indices} name. Returns the reference. */
  public Output scatterAdd(Operand ref, Operand indices, Operand updates) {
    return result("ScatterAdd", ref, indices, updates);
  }

  /** Subtracts from the rows of a variable that {@code indices} name. Returns the reference. */
  public Output scatterSub(Operand ref, Operand indices, Operand updates) {
    return result("ScatterSub", ref, indices, updates);
  }

  /** Multiplies the rows of a variable that {@code indices} name. Returns the reference. */
  public Output scatterMul(Operand ref, Operand indices, Operand updates) {
    return result("ScatterMul", ref, indices, updates);
  }

  /** Divides the rows of a variable that {@code indices} name. Returns the reference. */
  public Output scatterDiv(Operand ref, Operand indices, Operand updates) {
    return result("ScatterDiv", ref, indices, updates);
  }

  /**
   * Lowers the rows of a variable that {@code indices} name to the updates. Returns the reference.
   */
  public Output scatterMin(Operand ref, Operand indices, Operand updates) {
    return result("ScatterMin", ref, indices, updates);
  }

  /**
   * Raises the rows of a variable that {@code indices} name to the updates. Returns the reference.
   */
  public Output scatterMax(Operand ref, Operand indices, Operand updates) {
    return result("ScatterMax", ref, indices, updates);
  }

  /** Replaces the slices of a variable that {@code indices} name. Returns the reference. */
  public Output scatterNdUpdate(Operand ref, Operand indices, Operand updates) {
    return result("ScatterNdUpdate", ref, indices, updates);
  }

  /** Adds to the slices of a variable that {@code indices} name. Returns the reference. */
  public Output scatterNdAdd(Operand ref, Operand indices, Operand updates) {
    return result("ScatterNdAdd", ref, indices, updates);
  }

  /** Subtracts from the slices of a variable that {@code indices} name. Returns the reference. */
  public Output scatterNdSub(Operand ref, Operand indices, Operand updates) {
    return result("ScatterNdSub", ref, indices, updates);
  }

  /**
   * Lowers the slices of a variable that {@code indices} name to the updates. Returns the
   * reference.
   */
  public Output scatterNdMin(Operand ref, Operand indices, Operand updates) {
    return result("ScatterNdMin", ref, indices, updates);
  }

  /**
   * Raises the slices of a variable that {@code indices} name to the updates. Returns the
   * reference.
   */
  public Output scatterNdMax(Operand ref, Operand indices, Operand updates) {
    return result("ScatterNdMax", ref, indices, updates);
  }

  /** Replaces the elements of a variable that a strided slice would take. Returns the reference. */
  public Output stridedSliceAssign(
      Operand ref, Operand begin, Operand end, Operand strides, Operand value) {
    return result("StridedSliceAssign", ref, begin, end, strides, value);
  }

  /** The same with TensorFlow's five masks: begin, end, ellipsis, new axis, shrink axis. */
  public Output stridedSliceAssign(
      Operand ref, Operand begin, Operand end, Operand strides, Operand value, SliceMasks masks) {
    return masks
        .on(builder("StridedSliceAssign", ref, begin, end, strides, value))
        .build()
        .output(0);
  }

  /** The reference among {@code inputs} that {@code index} names. */
  public Output refSelect(Operand index, List<? extends Operand> inputs) {
    return scope.node("RefSelect").input(index).inputList(inputs).build().output(0);
  }

  /** The name of a mutex, which lets one step in at a time. It is called as the node. */
  public Output mutex() {
    return mutex("", "");
  }

  /** The name of a mutex that is called {@code sharedName} in a container. */
  public Output mutex(String container, String sharedName) {
    return scope
        .node("MutexV2")
        .attr("container", container)
        .attr("shared_name", sharedName)
        .build()
        .output(0);
  }

  /**
   * Waits until no other step holds the mutex, and holds it until the lock is consumed or the step
   * is over.
   */
  public Output mutexLock(Operand mutex) {
    return result("MutexLock", mutex);
  }

  /** Gives a mutex back. Let it wait for what the mutex guards. */
  public Node consumeMutexLock(Operand mutexLock) {
    return onHandle("ConsumeMutexLock", mutexLock);
  }
}
