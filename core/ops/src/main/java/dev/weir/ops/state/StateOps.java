package dev.weir.ops.state;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.array.SliceMasks;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

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
public final class StateOps extends OpGroup {
  public StateOps(Scope scope) {
    super(scope);
  }

  /**
   * A variable that starts as {@code initialValue} once its initializer has run. It has the name of
   * the scope, in the graph and in its container.
   */
  public GraphVariable variable(Operand initialValue) {
    return GraphVariable.create(scope(), initialValue, "");
  }

  /** A variable in a named container, which can be cleared by its name. */
  public GraphVariable variable(Operand initialValue, String container) {
    return GraphVariable.create(scope(), initialValue, container);
  }

  /**
   * The name of a variable. In its container it is called as the node; see {@link
   * #varHandleOp(DType, Shape, String, String)}.
   */
  public Output varHandleOp(DType dtype, Shape shape) {
    return GraphVariable.handle(scope(), dtype, shape, "");
  }

  /**
   * The name of a variable that is called {@code sharedName} in a container; an empty container is
   * the default one.
   */
  public Output varHandleOp(DType dtype, Shape shape, String container, String sharedName) {
    return node("VarHandleOp")
        .attr("container", container)
        .attr("shared_name", sharedName)
        .attr("dtype", dtype)
        .attr("shape", AttrValue.of(shape))
        .build()
        .output(0);
  }

  /** The value of a variable as it is when this runs. */
  public Output readVariableOp(Operand resource, DType dtype) {
    return node("ReadVariableOp", resource).attr("dtype", dtype).build().output(0);
  }

  /** Gives a variable a new value, which must fit the shape in the handle. */
  public Node assignVariableOp(Operand resource, Operand value) {
    return node("AssignVariableOp", resource, value).build();
  }

  /** Gives a variable a new value; with {@code validateShape} of the same shape as the last. */
  public Node assignVariableOp(Operand resource, Operand value, boolean validateShape) {
    return node("AssignVariableOp", resource, value).attr("validate_shape", validateShape).build();
  }

  /** Adds to a variable a value of the same shape. */
  public Node assignAddVariableOp(Operand resource, Operand value) {
    return node("AssignAddVariableOp", resource, value).build();
  }

  /** Subtracts from a variable a value of the same shape. */
  public Node assignSubVariableOp(Operand resource, Operand value) {
    return node("AssignSubVariableOp", resource, value).build();
  }

  /** Whether a variable has a value. */
  public Output varIsInitializedOp(Operand resource) {
    return op("VarIsInitializedOp", resource);
  }

  /** The shape of the value of a variable, as an int32 vector. */
  public Output variableShape(Operand resource) {
    return op("VariableShape", resource);
  }

  /** The shape of the value of a variable, as a vector of int32 or int64. */
  public Output variableShape(Operand resource, DType outType) {
    return node("VariableShape", resource).attr("out_type", outType).build().output(0);
  }

  /** Removes state from its container, if it is there. */
  public Node destroyResourceOp(Operand resource) {
    return node("DestroyResourceOp", resource).build();
  }

  /** Removes state from its container; with {@code ignoreLookupError} false it must be there. */
  public Node destroyResourceOp(Operand resource, boolean ignoreLookupError) {
    return node("DestroyResourceOp", resource)
        .attr("ignore_lookup_error", ignoreLookupError)
        .build();
  }

  /** The rows of a variable that {@code indices} name. */
  public Output resourceGather(Operand resource, Operand indices, DType dtype) {
    return resourceGather(resource, indices, dtype, 0);
  }

  /**
   * The rows of a variable, for each place along the first {@code batchDims} dimensions of both.
   */
  public Output resourceGather(Operand resource, Operand indices, DType dtype, int batchDims) {
    return node("ResourceGather", resource, indices)
        .attr("dtype", dtype)
        .attr("batch_dims", batchDims)
        .build()
        .output(0);
  }

  /** The slices of a variable that the rows of {@code indices} name. */
  public Output resourceGatherNd(Operand resource, Operand indices, DType dtype) {
    return node("ResourceGatherNd", resource, indices).attr("dtype", dtype).build().output(0);
  }

  /** Replaces the rows of a variable that {@code indices} name. */
  public Node resourceScatterUpdate(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterUpdate", resource, indices, updates).build();
  }

  /** Adds to the rows of a variable that {@code indices} name. */
  public Node resourceScatterAdd(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterAdd", resource, indices, updates).build();
  }

  /** Subtracts from the rows of a variable that {@code indices} name. */
  public Node resourceScatterSub(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterSub", resource, indices, updates).build();
  }

  /** Multiplies the rows of a variable that {@code indices} name. */
  public Node resourceScatterMul(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterMul", resource, indices, updates).build();
  }

  /** Divides the rows of a variable that {@code indices} name. */
  public Node resourceScatterDiv(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterDiv", resource, indices, updates).build();
  }

  /** Lowers the rows of a variable that {@code indices} name to the updates. */
  public Node resourceScatterMin(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterMin", resource, indices, updates).build();
  }

  /** Raises the rows of a variable that {@code indices} name to the updates. */
  public Node resourceScatterMax(Operand resource, Operand indices, Operand updates) {
    return node("ResourceScatterMax", resource, indices, updates).build();
  }

  /** Replaces the slices of a variable that {@code indices} name. */
  public Node resourceScatterNdUpdate(Operand ref, Operand indices, Operand updates) {
    return node("ResourceScatterNdUpdate", ref, indices, updates).build();
  }

  /** Adds to the slices of a variable that {@code indices} name. */
  public Node resourceScatterNdAdd(Operand ref, Operand indices, Operand updates) {
    return node("ResourceScatterNdAdd", ref, indices, updates).build();
  }

  /** Subtracts from the slices of a variable that {@code indices} name. */
  public Node resourceScatterNdSub(Operand ref, Operand indices, Operand updates) {
    return node("ResourceScatterNdSub", ref, indices, updates).build();
  }

  /** Lowers the slices of a variable that {@code indices} name to the updates. */
  public Node resourceScatterNdMin(Operand ref, Operand indices, Operand updates) {
    return node("ResourceScatterNdMin", ref, indices, updates).build();
  }

  /** Raises the slices of a variable that {@code indices} name to the updates. */
  public Node resourceScatterNdMax(Operand ref, Operand indices, Operand updates) {
    return node("ResourceScatterNdMax", ref, indices, updates).build();
  }

  /** Replaces the elements of a variable that a strided slice would take. */
  public Node resourceStridedSliceAssign(
      Operand ref, Operand begin, Operand end, Operand strides, Operand value) {
    return node("ResourceStridedSliceAssign", ref, begin, end, strides, value).build();
  }

  /** Replaces the elements of a variable that a strided slice with these masks would take. */
  public Node resourceStridedSliceAssign(
      Operand ref, Operand begin, Operand end, Operand strides, Operand value, SliceMasks masks) {
    return masks.on(node("ResourceStridedSliceAssign", ref, begin, end, strides, value)).build();
  }

  /**
   * The value of an integer variable, which then grows by one; fails once it reaches {@code limit}.
   */
  public Output resourceCountUpTo(Operand resource, DType dtype, long limit) {
    return node("ResourceCountUpTo", resource)
        .attr("T", dtype)
        .attr("limit", limit)
        .build()
        .output(0);
  }

  /** The name of a mutex, which lets one step in at a time. It is called as the node. */
  public Output mutex() {
    return mutex("", "");
  }

  /** The name of a mutex that is called {@code sharedName} in a container. */
  public Output mutex(String container, String sharedName) {
    return node("MutexV2")
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
    return op("MutexLock", mutex);
  }

  /** Gives a mutex back. Let it wait for what the mutex guards. */
  public Node consumeMutexLock(Operand mutexLock) {
    return node("ConsumeMutexLock", mutexLock).build();
  }
}
