package dev.weir.graph.kernel;

/** What happens to an element of a table when one of an update meets it. */
public enum RowChange {
  /** The update takes its place. */
  REPLACE,
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  /** The update takes its place if it is smaller. */
  MIN,
  /** The update takes its place if it is larger. */
  MAX
}
