package dev.weir.bench.limit;

import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code dnnl_sgemm} called bare: what oneDNN makes of this machine for a product of float32
 * matrices, with nothing of Weir's in between.
 *
 * <p>It uses the very library that Weir's provider has loaded, so that both share one set of OpenMP
 * threads. That library is found among the files this process has mapped, which only Linux tells.
 */
public final class DirectGemm {
  private static final Path MAPPED_FILES = Path.of("/proc/self/maps");
  private static final byte NOT_TRANSPOSED = 'N';

  private final MethodHandle gemm;
  private final MethodHandle setThreads;

  private DirectGemm(SymbolLookup library) {
    gemm =
        Linker.nativeLinker()
            .downcallHandle(
                library.findOrThrow("dnnl_sgemm"),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_BYTE, // a transposed?
                    ValueLayout.JAVA_BYTE, // b transposed?
                    ValueLayout.JAVA_LONG, // m
                    ValueLayout.JAVA_LONG, // n
                    ValueLayout.JAVA_LONG, // k
                    ValueLayout.JAVA_FLOAT, // alpha
                    ValueLayout.ADDRESS, // a
                    ValueLayout.JAVA_LONG,
                    ValueLayout.ADDRESS, // b
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_FLOAT, // beta
                    ValueLayout.ADDRESS, // c
                    ValueLayout.JAVA_LONG));
    setThreads =
        Linker.nativeLinker()
            .downcallHandle(
                library.findOrThrow("omp_set_num_threads"),
                FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
  }

  /** The function of the library that is loaded; empty if none is. */
  public static Optional<DirectGemm> ofLoadedLibrary() {
    return mappedLibrary()
        .map(library -> new DirectGemm(SymbolLookup.libraryLookup(library, Arena.global())));
  }

  private static Optional<Path> mappedLibrary() {
    if (!Files.isReadable(MAPPED_FILES)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(MAPPED_FILES)) {
      return lines
          .filter(line -> line.indexOf('/') >= 0)
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .filter(file -> file.getFileName().toString().startsWith("libdnnl.so"))
          .filter(Files::exists)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many threads the products asked for by this thread use from now on. */
  public void useThreads(int threads) {
    try {
      setThreads.invokeExact(threads);
    } catch (Throwable e) {
      throw new IllegalStateException("omp_set_num_threads failed", e);
    }
  }

  /** {@code c = a * b}. */
  public void multiply(Tensor a, Tensor b, Tensor c) {
    long m = a.shape().size(0);
    long k = a.shape().size(1);
    long n = b.shape().size(1);
    int status;
    try {
      status =
          (int)
              gemm.invokeExact(
                  NOT_TRANSPOSED,
                  NOT_TRANSPOSED,
                  m,
                  n,
                  k,
                  1f,
                  a.buffer().segment(),
                  k,
                  b.buffer().segment(),
                  n,
                  0f,
                  c.buffer().segment(),
                  n);
    } catch (Throwable e) {
      throw new IllegalStateException("dnnl_sgemm failed", e);
    }
    if (status != 0) {
      throw new IllegalStateException("dnnl_sgemm gave status " + status);
    }
  }
}
