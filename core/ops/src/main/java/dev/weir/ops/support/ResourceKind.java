package dev.weir.ops.support;

/**
 * A kind of state that handles name.
 *
 * @param typeName what TensorFlow calls it
 * @param type the class of such state
 */
public record ResourceKind(String typeName, Class<?> type) {
  /** A number that identifies the kind; equal in all processes. */
  long hash() {
    return typeName.hashCode();
  }
}
