package dev.weir.tensor.memory;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes from the operating system without the zeros that an arena fills in: the kernel that asked
 * for them writes every byte, and touching fresh pages twice costs more than most kernels do.
 *
 * <ol>
 *   <li>On Linux large pieces are mapped, aligned and marked for huge pages: one page fault in
 *       place of 512, and unmapping returns all of it at once.
 *   <li>Everything else comes from {@code aligned_alloc}.
 *   <li>Where these functions are missing, or the program was not given native access, the arena
 *       itself allocates.
 * </ol>
 */
final class SystemMemory {
  /** From this size on a piece is mapped. Smaller ones might run into the limit on mappings. */
  static final long SMALLEST_MAPPED = 1L << 20;

  private static final long HUGE_PAGE = 2L << 20;

  // from Linux's mman.h, the same on x86-64 and AArch64
  private static final int READ_WRITE = 0x1 | 0x2;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;
  private static final int ADVICE_HUGE_PAGE = 14;
  private static final long MAP_FAILED = -1;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  private static final boolean LINUX =
      System.getProperty("os.name", "").equals("Linux") && ValueLayout.ADDRESS.byteSize() == 8;

  private static final @Nullable MethodHandle ALIGNED_ALLOC =
      function("aligned_alloc", FunctionDescriptor.of(LONG, LONG, LONG));
  private static final @Nullable MethodHandle FREE =
      function("free", FunctionDescriptor.ofVoid(LONG));
  private static final @Nullable MethodHandle MMAP =
      onLinux("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
  private static final @Nullable MethodHandle MUNMAP =
      onLinux("munmap", FunctionDescriptor.of(INT, LONG, LONG));
  private static final @Nullable MethodHandle MADVISE =
      onLinux("madvise", FunctionDescriptor.of(INT, LONG, LONG, INT));

  private SystemMemory() {}

  /**
   * {@code size} bytes with undefined contents that go back when the arena is closed, or null when
   * the system refuses. The size must be a {@link SizeClass}.
   */
  static @Nullable MemorySegment allocate(Arena arena, long size) {
    if (size >= SMALLEST_MAPPED && MMAP != null && MUNMAP != null && MADVISE != null) {
      return map(arena, size, MMAP, MUNMAP, MADVISE);
    }
    if (ALIGNED_ALLOC != null && FREE != null) {
      return allocateAligned(arena, size, ALIGNED_ALLOC, FREE);
    }
    try {
      return arena.allocate(size, SizeClass.ALIGNMENT);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private static @Nullable MemorySegment allocateAligned(
      Arena arena, long size, MethodHandle alignedAlloc, MethodHandle free) {
    long address;
    try {
      address = (long) alignedAlloc.invokeExact(SizeClass.ALIGNMENT, size);
    } catch (Throwable t) {
      throw unexpected("aligned_alloc", t);
    }
    return address == 0 ? null : owned(arena, address, size, () -> free(free, address));
  }

  private static void free(MethodHandle free, long address) {
    try {
      free.invokeExact(address);
    } catch (Throwable t) {
      throw unexpected("free", t);
    }
  }

  private static @Nullable MemorySegment map(
      Arena arena, long size, MethodHandle mmap, MethodHandle munmap, MethodHandle madvise) {
    boolean isHuge = size >= HUGE_PAGE;
    long length = isHuge ? size + HUGE_PAGE : size;
    long start;
    try {
      start = (long) mmap.invokeExact(0L, length, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
    } catch (Throwable t) {
      throw unexpected("mmap", t);
    }
    if (start == MAP_FAILED) {
      return null;
    }
    if (!isHuge) {
      return owned(arena, start, size, () -> unmap(munmap, start, size));
    }
    // A huge page must be aligned: what lies before the first and after the last byte goes back.
    long address = (start + HUGE_PAGE - 1) & -HUGE_PAGE;
    unmap(munmap, start, address - start);
    unmap(munmap, address + size, start + length - address - size);
    try {
      // Advice only: a system without huge pages says no and gives small ones.
      int ignored = (int) madvise.invokeExact(address, size, ADVICE_HUGE_PAGE);
    } catch (Throwable t) {
      throw unexpected("madvise", t);
    }
    return owned(arena, address, size, () -> unmap(munmap, address, size));
  }

  private static void unmap(MethodHandle munmap, long address, long length) {
    if (length == 0) {
      return;
    }
    int status;
    try {
      status = (int) munmap.invokeExact(address, length);
    } catch (Throwable t) {
      throw unexpected("munmap", t);
    }
    if (status != 0) {
      throw WeirException.internal("munmap of %d bytes failed", length);
    }
  }

  private static MemorySegment owned(Arena arena, long address, long size, Runnable giveBack) {
    return MemorySegment.ofAddress(address).reinterpret(size, arena, ignored -> giveBack.run());
  }

  private static @Nullable MethodHandle onLinux(String name, FunctionDescriptor type) {
    return LINUX ? function(name, type) : null;
  }

  private static @Nullable MethodHandle function(String name, FunctionDescriptor type) {
    // Without native access a call is a warning on the console, or an exception.
    if (!SystemMemory.class.getModule().isNativeAccessEnabled()) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    SymbolLookup library = linker.defaultLookup();
    Optional<MemorySegment> address = library.find(name);
    return address.map(found -> linker.downcallHandle(found, type)).orElse(null);
  }

  private static WeirException unexpected(String function, Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause instanceof WeirException known) {
      return known;
    }
    return new WeirException(ErrorCode.INTERNAL, function + " could not be called", cause);
  }
}
