package dev.weir.graph;

/**
 * One output of a node; an edge starts here. Its name is {@code node:index}.
 *
 * @param node who produces it
 * @param index which of the node's outputs it is, from 0
 */
public record Output(Node node, int index) implements Operand {
  @Override
  public Output asOutput() {
    return this;
  }

  /** {@code layer1/product:0}. */
  public String name() {
    return node.outputName(index);
  }

  /** Whether it is a reference to mutable state, not a value. */
  public boolean isReference() {
    Signature signature = node.op().signature();
    return signature.hasReferenceOutput() && signature.outputIsRef(node.attrs())[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Output that && node == that.node && index == that.index;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(node) * 31 + index;
  }

  /** {@code float32[2,3] layer1/product:0}. */
  @Override
  public String toString() {
    return dtype() + "" + shape() + " " + name();
  }
}
