package dev.weir.graph.kernel;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the runtime gives a running kernel. Valid until the kernel returns; not thread-safe. */
public interface KernelContext {
  int inputCount();

  /** The value of an input. For a reference input, see {@link #reference}. */
  Tensor input(int i);

  int outputCount();

  /** Whether an output has a consumer; without one it may stay without a value. */
  default boolean isWanted(int output) {
    return true;
  }

  /** A new tensor for an output, of the output's type, for the kernel to fill. */
  Tensor allocate(int output, Shape shape);

  /**
   * A tensor for an output, reusing the memory of an input if it has no other user and type and
   * size agree. The kernel must be able to work in place.
   */
  Tensor forward(int input, int output, Shape shape);

  /** Memory for the time of this call. */
  Tensor scratch(DType dtype, Shape shape);

  /** Sets an output to a tensor; its reference to the memory passes to the runtime. */
  void set(int output, Tensor value);

  /** Leaves an output without a value: what depends on it does not run. */
  void setDead(int output);

  /** The variable behind a reference input. */
  Variable reference(int i);

  /** Sets a reference output. */
  void setReference(int output, Variable variable);

  /** State shared by all sessions on this device: variables, queues, tables, by name. */
  Resources resources();

  /**
   * State of this step, and of the functions it calls; closed when the step is over, however it
   * ended. Shared by all its nodes, on all devices.
   */
  Resources stepResources();

  /** State of this node that lives as long as the session, made when first asked for. */
  <T> T sessionState(Class<T> type, Supplier<T> create);

  /** Runs loops on several cores. */
  ParallelFor parallel();

  /**
   * Matrix products of the session's preferred provider that has some. There are some if the
   * provider of the running kernel has.
   */
  MatrixProducts products();

  /** The fast moves of the session's preferred provider that has some. */
  default Optional<ElementMoves> moves() {
    return Optional.empty();
  }

  /** Calls a function; arguments stay the caller's, results are references for it to release. */
  List<Tensor> call(String function, List<Tensor> arguments);

  /** The name of the node. */
  String nodeName();

  /** The full name of the device it runs on. */
  String device();

  /** Which step this is. */
  long stepId();

  /** Throws {@code CANCELLED} or {@code DEADLINE_EXCEEDED} if the step should stop. */
  void checkCancelled();

  /**
   * Registers an action that wakes this kernel from a wait when the step is stopped. It runs once,
   * on the thread that stops the step, after {@link #checkCancelled} has begun to throw; so a
   * kernel that registers first and then checks misses nothing. If the step was stopped before, the
   * action does not run.
   *
   * <p>The action must be short and must not throw. It may take locks that the kernel holds while
   * it registers.
   */
  StopRegistration onStop(Runnable wake);

  /** An action registered with {@link #onStop}; closing it withdraws the action. */
  interface StopRegistration extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * The path of a file that a graph names. The one way for kernels to come to files: a task may
   * keep graphs to some directories, and this refuses all others.
   */
  default Path file(String name) {
    return FileAccess.ANYWHERE.path(name);
  }

  /**
   * Opens a file for reading that belongs to a path from {@link #file}; refuses it if it leads
   * where graphs may not go.
   */
  default SeekableByteChannel open(Path file) throws IOException {
    return FileAccess.ANYWHERE.open(file);
  }

  /** Where ops that print for people print: a line at a time. */
  void log(String line);
}
