package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestSystemMemory {
  private static final int MIB = 1 << 20;

  @ParameterizedTest
  @ValueSource(longs = {64, 4096, MIB - 65536, MIB, 2 * MIB, 2 * MIB + 65536, 9 * MIB})
  void everyByteIsUsableUntilTheArenaIsClosed(long size) {
    for (int i = 0; i < 20; i++) {
      MemorySegment segment;
      try (Arena arena = Arena.ofShared()) {
        segment = Objects.requireNonNull(SystemMemory.allocate(arena, size));
        assertThat(segment.byteSize()).isEqualTo(size);
        assertThat(segment.address() % SizeClass.ALIGNMENT).isZero();
        segment.fill((byte) i);
        assertThat(segment.get(ValueLayout.JAVA_BYTE, size - 1)).isEqualTo((byte) i);
      }
      MemorySegment closed = segment;
      assertThatThrownBy(() -> closed.get(ValueLayout.JAVA_BYTE, 0))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void moreThanTheSystemHasIsRefused() {
    try (Arena arena = Arena.ofShared()) {
      assertThat(SystemMemory.allocate(arena, SizeClass.LARGEST)).isNull();
    }
  }

  /** What runs in a process of its own below: prints what the bytes hold. */
  static final class Program {
    private Program() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] args) {
      CachingAllocator allocator = new CachingAllocator(64 * MIB);
      long sum = 0;
      for (int size : new int[] {8, 4096, 3 * MIB}) {
        Buffer buffer = allocator.allocate(size, "test");
        buffer.setByte(size - 1, (byte) 5);
        sum += buffer.getByte(size - 1);
        buffer.release();
      }
      allocator.trim();
      System.out.println("sum " + sum);
    }
  }

  @Test
  void programWithoutNativeAccessHasMemoryAndNoWarnings(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--illegal-native-access=deny",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(output, StandardCharsets.UTF_8).strip()).isEqualTo("sum 15");
  }
}
