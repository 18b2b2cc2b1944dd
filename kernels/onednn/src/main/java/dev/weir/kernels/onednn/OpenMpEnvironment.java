package dev.weir.kernels.onednn;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that an OpenMP runtime reads once, from the environment, when it is loaded.
 *
 * <p>An idle OpenMP thread waits for the next parallel region by spinning, then sleeps. libgomp
 * spins for 15 ms unless told otherwise (300,000 times about 50 ns). That is the fastest on an idle
 * machine; where others want the core, each parallel region may stall that long (measured: 5 ms
 * instead of 0.2 with 100,000 spins). Without spinning each region pays the waking of a thread, 35
 * to 60 microseconds in a virtual machine. We spin about as long as a wake-up takes, so that the
 * loss is at most twice that of the better choice.
 */
final class OpenMpEnvironment {

  /** GNU (libgomp), in spins; LLVM and Intel (libomp, libiomp5), in milliseconds. */
  private static final Map<String, String> SETTINGS =
      Map.of("GOMP_SPINCOUNT", "1000", "KMP_BLOCKTIME", "0");

  private OpenMpEnvironment() {}

  /** Puts the settings into the environment of the process; what the user has set stays. */
  static void prepare() {
    if (System.getenv("OMP_WAIT_POLICY") != null) {
      return;
    }
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> setenv = linker.defaultLookup().find("setenv");
    if (setenv.isEmpty()) {
      return; // Windows: its OpenMP runtime knows neither setting.
    }
    MethodHandle handle =
        linker.downcallHandle(
            setenv.get(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
        MemorySegment name = arena.allocateFrom(setting.getKey());
        MemorySegment value = arena.allocateFrom(setting.getValue());
        int ignored = (int) handle.invokeExact(name, value, /* overwrite */ 0);
      }
    } catch (Throwable t) {
      throw NativeCalls.unexpected("setenv", t);
    }
  }
}
