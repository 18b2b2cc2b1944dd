package dev.weir.conformance.interop;

/** Whose code plays a role. */
enum Maker {
  WEIR,
  TENSORFLOW;

  @Override
  public String toString() {
    return this == WEIR ? "Weir" : "TensorFlow";
  }
}
