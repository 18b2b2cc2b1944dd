package dev.weir.ops.state;

/** Replaces the elements of a variable that a strided slice would take. */
final class StridedSliceAssign extends ReferenceUpdate {
  StridedSliceAssign() {
    super(
        "StridedSliceAssign(ref: ref T, begin: Index, end: Index, strides: Index, value: T) ->"
            + " (output_ref: ref T) T:type; Index:type in [int32, int64]; begin_mask:int=0;"
            + " end_mask:int=0; ellipsis_mask:int=0; new_axis_mask:int=0; shrink_axis_mask:int=0;",
        (dtype, attrs) -> new StridedElements(attrs));
  }
}
