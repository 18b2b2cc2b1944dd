package dev.weir.kernels.onednn;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Locale;

/**
 * Everything one call of a primitive needs, made beforehand: a memory object per argument, the
 * array of {@code dnnl_exec_arg_t} and a stream. Used by one thread at a time.
 */
final class Invocation {

  /** {@code struct { int arg; dnnl_memory_t memory; }}, the pointer aligned to eight bytes. */
  private static final long EXEC_ARG_BYTES = 16;

  private static final long EXEC_ARG_MEMORY = 8;

  private final Primitive primitive;
  private final long primitiveHandle;
  private final long stream;
  private final long[] memories;
  private final long[] sizes;
  private final long argumentsAddress;
  private final Arena arena;

  /** The last argument is the scratchpad if the primitive wants one. */
  private final long scratchpadBytes;

  Invocation(Primitive primitive) {
    this.primitive = primitive;
    this.primitiveHandle = primitive.handle();
    List<PrimitiveArgument> arguments = primitive.arguments();
    this.scratchpadBytes =
        DnnlObjects.memoryDescSize(primitive.argumentDesc(PrimitiveArgument.SCRATCHPAD));
    int operands = arguments.size();
    int count = operands + (scratchpadBytes > 0 ? 1 : 0);
    this.memories = new long[count];
    this.sizes = new long[count];
    this.arena = Arena.ofShared();
    this.stream = DnnlObjects.createStream(Engine.CPU.handle());
    MemorySegment execArgs = arena.allocate(EXEC_ARG_BYTES * count, 8);
    this.argumentsAddress = execArgs.address();
    for (int i = 0; i < count; i++) {
      PrimitiveArgument argument = i < operands ? arguments.get(i) : PrimitiveArgument.SCRATCHPAD;
      long desc = primitive.argumentDesc(argument);
      memories[i] = DnnlObjects.createMemory(desc, Engine.CPU.handle());
      sizes[i] = DnnlObjects.memoryDescSize(desc);
      execArgs.set(ValueLayout.JAVA_INT, i * EXEC_ARG_BYTES, argument.code());
      execArgs.set(ValueLayout.JAVA_LONG, i * EXEC_ARG_BYTES + EXEC_ARG_MEMORY, memories[i]);
    }
  }

  /**
   * Makes the argument at a position of {@link PrimitiveSpec#arguments()} stand for the data, which
   * the caller keeps alive.
   */
  Invocation bind(int position, MemorySegment data) {
    if (data.byteSize() < sizes[position] || !data.isNative()) {
      throw unsuitable(position, data);
    }
    Dnnl.setDataHandle(memories[position], data.address());
    return this;
  }

  Primitive primitive() {
    return primitive;
  }

  /** Bytes of scratch memory that {@link #execute} wants; often 0. */
  long scratchpadBytes() {
    return scratchpadBytes;
  }

  /**
   * Runs the primitive on this thread and its OpenMP workers, and returns when it has run: CPU
   * streams of the OpenMP build are synchronous.
   *
   * @param scratchpad at least {@link #scratchpadBytes()} bytes that no other call uses
   */
  void execute(MemorySegment scratchpad) {
    if (scratchpadBytes > 0) {
      int last = memories.length - 1;
      if (scratchpad.byteSize() < scratchpadBytes) {
        throw unsuitable(last, scratchpad);
      }
      Dnnl.setDataHandle(memories[last], scratchpad.address());
    }
    OpenMp.useThreads(primitive.threads());
    Dnnl.execute(primitiveHandle, stream, memories.length, argumentsAddress);
  }

  void destroy() {
    for (long memory : memories) {
      DnnlObject.MEMORY.destroy(memory);
    }
    DnnlObject.STREAM.destroy(stream);
    arena.close();
  }

  private IllegalArgumentException unsuitable(int position, MemorySegment data) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "argument %d of %s needs %d bytes of native memory, got %s",
            position,
            primitive.spec(),
            sizes[position],
            data));
  }
}
