package dev.weir.kernels.onednn;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code dnnl_version_t} of a loaded library.
 *
 * @param cpuRuntime what its threads are made of
 */
record DnnlVersion(int major, int minor, int patch, int cpuRuntime) {

  /** The major version whose C API this package calls. */
  private static final int SUPPORTED_MAJOR = 3;

  /** {@code DNNL_RUNTIME_OMP}. */
  private static final int RUNTIME_OMP = 2;

  /** Asks a library that is not yet known to be usable. */
  static DnnlVersion of(SymbolLookup symbols) {
    MethodHandle version =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.findOrThrow("dnnl_version"), FunctionDescriptor.of(ValueLayout.ADDRESS));
    try {
      return read((MemorySegment) version.invokeExact());
    } catch (Throwable t) {
      throw NativeCalls.unexpected("dnnl_version", t);
    }
  }

  /** Why a library of this version cannot be used; empty if it can. */
  Optional<String> unusableBecause() {
    return major == SUPPORTED_MAJOR && cpuRuntime == RUNTIME_OMP
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "oneDNN %d with the OpenMP runtime is needed, found %s with runtime %d",
                SUPPORTED_MAJOR,
                this,
                cpuRuntime));
  }

  /** {@code int major, minor, patch; const char *hash; unsigned cpu_runtime, gpu_runtime}. */
  private static DnnlVersion read(MemorySegment address) {
    MemorySegment struct = address.reinterpret(32);
    return new DnnlVersion(
        struct.get(ValueLayout.JAVA_INT, 0),
        struct.get(ValueLayout.JAVA_INT, 4),
        struct.get(ValueLayout.JAVA_INT, 8),
        struct.get(ValueLayout.JAVA_INT, 24));
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
