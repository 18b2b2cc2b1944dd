package dev.weir.time;

/** Which time a thread is in. */
final class Scope {
  static final ScopedValue<Time> CURRENT = ScopedValue.newInstance();

  private Scope() {}
}
