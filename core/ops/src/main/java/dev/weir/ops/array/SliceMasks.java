package dev.weir.ops.array;

import dev.weir.graph.NodeBuilder;

/**
 * What the entries of begin, end and strides of a strided slice mean: bit i of a mask speaks of
 * entry i.
 *
 * @param begin the slice begins at the edge, whatever begin says
 * @param end the slice ends at the edge, whatever end says
 * @param ellipsis the entry stands for all dimensions that have none; at most one bit
 * @param newAxis the entry stands for a new dimension of size 1
 * @param shrinkAxis the slice has one position, at begin, and the dimension disappears
 */
public record SliceMasks(long begin, long end, long ellipsis, long newAxis, long shrinkAxis) {
  /** No bits set. */
  public static final SliceMasks NONE = new SliceMasks(0, 0, 0, 0, 0);

  /** Sets the attributes of a node. */
  public NodeBuilder on(NodeBuilder node) {
    return node.attr("begin_mask", begin)
        .attr("end_mask", end)
        .attr("ellipsis_mask", ellipsis)
        .attr("new_axis_mask", newAxis)
        .attr("shrink_axis_mask", shrinkAxis);
  }
}
