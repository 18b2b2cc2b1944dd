package dev.weir.kernels.vector.internal.data;

/** Puts elements in the place of others. */
record ReplaceLoop(MoveLoop elements, int elementBytes) implements ChangeLoop {
  /** The loop for elements of 1, 2, 4, 8 or 16 bytes. */
  static ReplaceLoop of(int elementBytes) {
    return new ReplaceLoop(MoveLoop.of(Integer.numberOfTrailingZeros(elementBytes)), elementBytes);
  }

  @Override
  public void changeRow(long updates, long table, long count) {
    RowCopy.copy(updates, table, count * elementBytes);
  }

  @Override
  public void changeElements(
      long updates, long[] offsets, int count, long table, long first, long end) {
    elements.scatter(updates, offsets, count, table, first, end);
  }
}
