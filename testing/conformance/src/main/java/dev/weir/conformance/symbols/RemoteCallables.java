package dev.weir.conformance.symbols;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weir.error.WeirException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;

/**
 * Callables of a TensorFlow session with a remote master: steps that are described to the master
 * once and run by number. The C interface has none.
 *
 * <p>A session is given by the address of its {@code TF_Session}, whose first word is the address
 * of the C++ session. A status is given by the address of a {@code TF_Status} that is OK: it has
 * the layout of the C++ status, which every function here writes in its place. After a call the
 * caller must look at it before anything else.
 */
public final class RemoteCallables {
  /** More than a {@code CallableOptions} takes. */
  private static final long OPTIONS_BYTES = 1024;

  private static final long WORD = ADDRESS.byteSize();

  private static final NativeFunction CREATE_OPTIONS =
      new NativeFunction(
          "_ZN10tensorflow15CallableOptionsC1EPN6google8protobuf5ArenaEb",
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_BOOLEAN));
  private static final NativeFunction DESTROY_OPTIONS =
      new NativeFunction(
          "_ZN10tensorflow15CallableOptionsD1Ev", FunctionDescriptor.ofVoid(ADDRESS));
  private static final NativeFunction PARSE =
      new NativeFunction(
          "_ZN6google8protobuf11MessageLite14ParseFromArrayEPKvi",
          FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS, ADDRESS, JAVA_INT));
  private static final NativeFunction MAKE =
      new NativeFunction(
          "_ZN10tensorflow11GrpcSession12MakeCallableERKNS_15CallableOptionsEPl",
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  private static final NativeFunction RUN =
      new NativeFunction(
          "_ZN10tensorflow11GrpcSession11RunCallableElRKSt6vectorINS_6TensorESaIS2_EEPS4_PNS_"
              + "11RunMetadataE",
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS));
  private static final NativeFunction RELEASE =
      new NativeFunction(
          "_ZN10tensorflow11GrpcSession15ReleaseCallableEl",
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG));

  private RemoteCallables() {}

  /**
   * Describes a step to the master.
   *
   * @param options a serialized {@code CallableOptions}
   * @return its number, if the status is OK
   */
  public static long make(long session, byte[] options, long status) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment message = arena.allocate(OPTIONS_BYTES, WORD);
      CREATE_OPTIONS.call(message, MemorySegment.NULL, false);
      try {
        MemorySegment bytes = arena.allocate(Math.max(1, options.length));
        bytes.copyFrom(MemorySegment.ofArray(options));
        if (!(boolean) PARSE.call(message, bytes, options.length)) {
          throw WeirException.invalidArgument("TensorFlow cannot read these callable options");
        }
        MemorySegment number = arena.allocate(JAVA_LONG);
        MAKE.call(
            MemorySegment.ofAddress(status), MemorySegment.ofAddress(of(session)), message, number);
        return number.get(JAVA_LONG, 0);
      } finally {
        DESTROY_OPTIONS.call(message);
      }
    }
  }

  /**
   * Runs a step.
   *
   * @param feeds the addresses of the {@code TF_Tensor}s to feed, in the order of the options
   * @return the addresses of new {@code TF_Tensor}s, which the caller deletes; none unless the
   *     status is OK
   */
  public static long[] run(long session, long callable, long[] feeds, long status) {
    try (Arena arena = Arena.ofConfined();
        TensorVector fed = TensorVector.of(feeds, arena);
        TensorVector fetched = TensorVector.empty(arena)) {
      RUN.call(
          MemorySegment.ofAddress(status),
          MemorySegment.ofAddress(of(session)),
          callable,
          fed.address(),
          fetched.address(),
          MemorySegment.NULL);
      return fetched.tensors();
    }
  }

  /** Lets the master forget a step. */
  public static void release(long session, long callable, long status) {
    RELEASE.call(MemorySegment.ofAddress(status), MemorySegment.ofAddress(of(session)), callable);
  }

  private static long of(long session) {
    return MemorySegment.ofAddress(session).reinterpret(WORD).get(JAVA_LONG, 0);
  }
}
