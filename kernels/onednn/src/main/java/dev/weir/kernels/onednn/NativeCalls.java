package dev.weir.kernels.onednn;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Makes method handles of C functions.
 *
 * <p>Pointers and handles are passed as {@code long}: they are opaque to Java, and it saves making
 * a {@code MemorySegment} of each. All supported platforms have 64-bit pointers.
 */
final class NativeCalls {

  static final ValueLayout.OfLong POINTER = ValueLayout.JAVA_LONG;
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  static final ValueLayout.OfByte CHAR = ValueLayout.JAVA_BYTE;

  private static final Linker LINKER = Linker.nativeLinker();

  private NativeCalls() {}

  /** A function that returns {@code dnnl_status_t}. */
  static MethodHandle status(String name, MemoryLayout... parameters) {
    return function(name, FunctionDescriptor.of(INT, parameters));
  }

  static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... how) {
    return LINKER.downcallHandle(
        OneDnnLibrary.symbols()
            .find(name)
            .orElseThrow(
                () ->
                    new OneDnnException(
                        DnnlStatus.RUNTIME_ERROR, "the oneDNN library has no function " + name)),
        descriptor,
        how);
  }

  /**
   * For functions of a few instructions: Java does not tell the garbage collector that it has left
   * for native code. No heap memory is ever passed.
   */
  static Linker.Option brief() {
    return Linker.Option.critical(false);
  }

  /** What to throw when a call ended with a throwable: unchecked ones as they are. */
  static RuntimeException unexpected(String function, Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException exception
        ? exception
        : new OneDnnException(DnnlStatus.RUNTIME_ERROR, function + " could not be called", thrown);
  }
}
