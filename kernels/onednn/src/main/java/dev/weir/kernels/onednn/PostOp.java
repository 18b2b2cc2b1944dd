package dev.weir.kernels.onednn;

/** What a primitive does to each element of its result before it stores it. */
sealed interface PostOp {
  /** Adds it to a list of oneDNN's. */
  void appendTo(long postOps, DescriptorScope scope);

  /** An activation function; {@code slope} is that of a leaky one. */
  record Activated(FusedActivation activation, float slope) implements PostOp {
    @Override
    public void appendTo(long postOps, DescriptorScope scope) {
      DnnlObjects.appendElementwise(postOps, activation.algorithm(), activation.alpha(slope), 0);
    }
  }

  /** The sum with another tensor of this layout, the argument {@link PrimitiveArgument#ADDED}. */
  record Added(MemoryDesc other) implements PostOp {
    @Override
    public void appendTo(long postOps, DescriptorScope scope) {
      DnnlObjects.appendSum(postOps, scope.memoryDesc(other));
    }
  }
}
