package dev.weir.runtime.internal.execute;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one plan in one step: decides what is ready, runs it, and hands its outputs on.
 *
 * <p>An input that has arrived owns a reference to its memory; it is released when the node has
 * run. The thread that finds a node ready runs it at once; if it is large and a worker is idle it
 * goes there. A node that may block gets a virtual thread of its own.
 *
 * @param <R> what stands for a ready node
 */
abstract class Propagator<R> {
  /** Below this many bytes of input, a node is not worth handing to another thread. */
  private static final long WORTH_SHARING = 64 * 1024;

  private static final @Nullable Tensor[] NO_OUTPUTS = {};

  /** What this thread runs at the moment; null if nothing. */
  private static final ThreadLocal<@Nullable Propagator<?>> BUSY = new ThreadLocal<>();

  final ExecutionPlan plan;
  final Step step;
  private final @Nullable StepListener listener;

  /** Of the thread that joined last; a hint where the step is. */
  private @Nullable NodeContext latest;

  Propagator(ExecutionPlan plan, Step step) {
    this.plan = plan;
    this.step = step;
    this.listener = step.services().listener();
  }

  /** The nodes one thread has found ready and not yet run; the last found is run first. */
  final class Worker {
    final NodeContext context = new NodeContext(step, plan, plan.nodes.get(0));
    private @Nullable Object[] ready = new @Nullable Object[8];
    private int count;

    void add(R node) {
      if (count == ready.length) {
        ready = Arrays.copyOf(ready, 2 * count);
      }
      ready[count++] = node;
    }

    @SuppressWarnings("unchecked")
    private R take() {
      R next = (R) Objects.requireNonNull(ready[--count]);
      ready[count] = null;
      return next;
    }

    /** Runs everything that is ready, and what becomes ready by that. */
    void drain() {
      while (count > 0) {
        R next = take();
        if (step.isAborted()) {
          continue;
        }
        if (count > 0 && isWorthSharing(next) && step.services().pool().hasIdleWorker()) {
          share(next);
        } else {
          process(next, this);
        }
      }
    }
  }

  abstract PlanNode nodeOf(R ready);

  /** The arrived inputs of the frame and iteration a ready node is in. */
  abstract @Nullable Tensor[] inputsOf(R ready);

  abstract boolean isDead(R ready);

  /** The key a transfer uses in the rendezvous. */
  abstract String keyOf(R ready);

  /** Hands on the outputs, null ones being dead, and counts the node as done. */
  abstract void propagate(R ready, @Nullable Tensor[] outputs, Worker worker);

  /** Finds the nodes that wait for nothing. */
  abstract void addSources(Worker worker);

  /** Gives back what nodes that never ran were still to receive. */
  abstract void discard();

  /** Runs the nodes that wait for nothing and all that follows; then counts this thread out. */
  final void runSources() {
    onThisThread(this::addSources);
  }

  /** Does what {@link #runSources} does on a thread of the pool. */
  final void startSources() {
    onAnother(step.services().pool()::execute, this::addSources);
  }

  /** The node some thread is at, or was last; null if there is none yet. */
  final @Nullable PlanNode current() {
    NodeContext context = latest;
    return context == null ? null : context.node();
  }

  /** Starts a thread on something; if there is none to be had the step ends. */
  private void onAnother(Executor threads, Consumer<Worker> first) {
    step.begin();
    startOn(threads, first);
  }

  private void startOn(Executor threads, Consumer<Worker> first) {
    try {
      threads.execute(() -> onThisThread(first));
    } catch (RuntimeException | Error e) {
      step.abort(
          new WeirException(ErrorCode.RESOURCE_EXHAUSTED, "no thread could be started: " + e, e));
      onThisThread(first); // what it was to hand on is then given back with all the rest
    }
  }

  private void onThisThread(Consumer<Worker> first) {
    Propagator<?> outer = BUSY.get();
    BUSY.set(this);
    long start = System.nanoTime();
    try {
      Worker worker = new Worker();
      latest = worker.context;
      first.accept(worker);
      worker.drain();
    } catch (RuntimeException | Error e) {
      step.abort(new WeirException(ErrorCode.INTERNAL, "the executor failed: " + e, e));
    } finally {
      plan.pace.took(System.nanoTime() - start);
      BUSY.set(outer);
      step.end();
    }
  }

  /** Hands on a value that has come, on this thread if that is soon done and it has time. */
  private void handOnSoon(Consumer<Worker> value) {
    ComputePool pool = step.services().pool();
    if (pool.hasOwnThreads() && plan.isQuick() && BUSY.get() == null) {
      onThisThread(value);
    } else {
      startOn(pool::execute, value);
    }
  }

  private boolean isWorthSharing(R ready) {
    PlanNode node = nodeOf(ready);
    if (node.isTiny) {
      return false;
    }
    @Nullable Tensor[] inputs = inputsOf(ready);
    long bytes = 0;
    for (int i = 0; i < node.inputCount; i++) {
      Tensor input = inputs[node.inputBase + i];
      bytes += input == null ? 0 : input.byteSize();
    }
    return bytes >= WORTH_SHARING;
  }

  private void share(R ready) {
    onAnother(step.services().pool()::execute, worker -> process(ready, worker));
  }

  private void process(R ready, Worker worker) {
    PlanNode node = nodeOf(ready);
    if (node.kind == NodeKind.NO_OP) {
      tell(node, isDead(ready), now(), NO_OUTPUTS);
      propagate(ready, NO_OUTPUTS, worker);
    } else if (node.kind == NodeKind.BLOCKING && !isDead(ready)) {
      step.waitsFor(node);
      String name = "weir-blocking-" + node.node.name();
      onAnother(
          task -> step.services().pool().executeBlocking(name, task),
          own -> runBlocking(ready, node, own));
    } else if (node.kind == NodeKind.RECEIVE) {
      receive(ready, worker);
    } else {
      runAndPropagate(ready, node, worker);
    }
  }

  private void runBlocking(R ready, PlanNode node, Worker worker) {
    try {
      runAndPropagate(ready, node, worker);
    } finally {
      step.arrived(node);
    }
  }

  private void runAndPropagate(R ready, PlanNode node, Worker worker) {
    @Nullable Tensor[] inputs = inputsOf(ready);
    @Nullable Tensor[] outputs = worker.context.outputs();
    long start = now();
    try {
      run(ready, node, inputs, outputs, worker.context);
    } catch (WeirException e) {
      fail(node, e, worker.context);
      return;
    } catch (RuntimeException | Error e) {
      fail(node, new WeirException(codeOf(e), messageOf(e), e), worker.context);
      return;
    } finally {
      releaseInputs(node, inputs);
    }
    publish(ready, node, isDead(ready), start, worker);
  }

  /** Sizes and counts that overflow come from what the graph or its inputs ask for. */
  private static ErrorCode codeOf(Throwable e) {
    return switch (e) {
      case OutOfMemoryError error -> ErrorCode.RESOURCE_EXHAUSTED;
      case ArithmeticException overflow -> ErrorCode.INVALID_ARGUMENT;
      default -> ErrorCode.INTERNAL;
    };
  }

  private static String messageOf(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /**
   * Hands on what a node gave or what has arrived for it, in its worker's outputs: the only way by
   * which values come to other nodes, so they are compared here with what was promised of them.
   */
  private void publish(R ready, PlanNode node, boolean dead, long start, Worker worker) {
    @Nullable Tensor[] outputs = worker.context.outputs();
    Border border = node.border;
    if (border != null && !border.isKept(outputs)) {
      fail(node, border.refusal(outputs), worker.context);
      return;
    }
    tell(node, dead, start, outputs);
    propagate(ready, outputs, worker);
  }

  /** Runs a node; a dead one only if it is a transfer. Outputs that stay null are dead. */
  private void run(
      R ready,
      PlanNode node,
      @Nullable Tensor[] inputs,
      @Nullable Tensor[] outputs,
      NodeContext context) {
    boolean dead = isDead(ready);
    if (node.dereference.length > 0 && !dead) {
      dereference(node, inputs);
    }
    switch (node.kind) {
      case CONTROL_TRIGGER -> {}
      case SEND -> {
        Tensor value = dead ? null : take(inputs, node.inputBase);
        String key = keyOf(ready);
        step.rendezvous()
            .send(key, value == null ? Rendezvous.Value.DEAD : new Rendezvous.Value(value));
      }
      case ARGUMENT -> outputs[0] = dead ? null : step.argument(node.index).retained();
      case RETURN -> {
        Tensor value = dead ? null : take(inputs, node.inputBase);
        if (value == null) {
          step.setDeadResult(node.index, node.node.input(0));
        } else {
          step.setResult(node.index, value);
        }
      }
      case MERGE -> {
        if (!dead) {
          merge(node, inputs, outputs);
        }
      }
      default -> {
        if (!dead) {
          compute(node, inputs, outputs, context);
        }
      }
    }
  }

  private static void compute(
      PlanNode node, @Nullable Tensor[] inputs, @Nullable Tensor[] outputs, NodeContext context) {
    if (node.forwards) {
      outputs[0] = take(inputs, node.inputBase);
    } else {
      context.run(node, inputs);
    }
  }

  /** Reads variables whose values are wanted; a Merge also has inputs that are not there. */
  private static void dereference(PlanNode node, @Nullable Tensor[] inputs) {
    for (int i = 0; i < node.inputCount; i++) {
      Tensor reference = inputs[node.inputBase + i];
      if (node.dereference[i] && reference != null) {
        Tensor value = NodeContext.variable(reference).read();
        inputs[node.inputBase + i] = value;
        Border.checkRead(node.node, node.node.input(i), value);
      }
    }
  }

  /** The time; 0 if there is no listener. */
  private long now() {
    return listener == null ? 0 : System.nanoTime();
  }

  /**
   * Tells about a node that has run. A receive has when its value has come. The arguments and
   * results of a step are no nodes to its user.
   */
  private void tell(PlanNode node, boolean dead, long start, @Nullable Tensor[] outputs) {
    StepListener told = listener;
    if (told == null || dead || node.kind == NodeKind.ARGUMENT || node.kind == NodeKind.RETURN) {
      return;
    }
    long bytes = 0;
    for (int i = 0; i < node.outputCount; i++) {
      Tensor value = outputs[i];
      bytes += value == null ? 0 : value.byteSize();
    }
    told.ran(plan.device.name(), node.node, node.provider, start, System.nanoTime(), bytes);
  }

  private static void merge(PlanNode node, @Nullable Tensor[] inputs, @Nullable Tensor[] outputs) {
    for (int i = 0; i < node.inputCount; i++) {
      Tensor value = take(inputs, node.inputBase + i);
      if (value != null) {
        outputs[0] = value;
        outputs[1] = dev.weir.tensor.Tensors.scalar(i);
        return;
      }
    }
    throw WeirException.internal("a Merge ran without a live input");
  }

  private static @Nullable Tensor take(@Nullable Tensor[] inputs, int position) {
    Tensor value = inputs[position];
    inputs[position] = null;
    return value;
  }

  static void releaseInputs(PlanNode node, @Nullable Tensor[] inputs) {
    int end = node.inputBase + node.inputCount;
    for (int i = node.inputBase; i < end; i++) {
      Tensor value = inputs[i];
      if (value != null) {
        inputs[i] = null;
        value.buffer().release();
      }
    }
  }

  /** Gives a tensor to all its consumers: one reference each. */
  static void retainFor(@Nullable Tensor value, int consumers) {
    if (value == null || !value.buffer().isCounted()) {
      return;
    }
    if (consumers == 0) {
      value.buffer().release();
    }
    for (int i = 1; i < consumers; i++) {
      value.buffer().retain();
    }
  }

  private void fail(PlanNode node, WeirException cause, NodeContext context) {
    context.discardOutputs();
    step.abort(node.node.located(cause));
  }

  private void receive(R ready, Worker worker) {
    step.begin();
    Arrival arrival = new Arrival(ready);
    step.rendezvous().receive(keyOf(ready), arrival);
    if (arrival.isHere()) {
      arrival.handOn(worker);
      step.end();
    }
  }

  /**
   * A value that is waited for: handed on by this thread if it is here at once, else by another.
   */
  private final class Arrival implements Rendezvous.Receiver {
    private static final int WAITED_FOR = 1;
    private static final int HERE = 2;

    private final R ready;
    private final AtomicInteger state = new AtomicInteger();
    private Rendezvous.@Nullable Value value;

    Arrival(R ready) {
      this.ready = ready;
    }

    @Override
    public void accept(Rendezvous.@Nullable Value received, @Nullable WeirException error) {
      if (error != null) {
        step.abort(error);
      }
      value = received;
      if (!state.compareAndSet(0, HERE)) {
        handOnSoon(this::handOn);
      }
    }

    boolean isHere() {
      if (state.get() == HERE) {
        return true;
      }
      step.waitsFor(nodeOf(ready));
      return !state.compareAndSet(0, WAITED_FOR);
    }

    void handOn(Worker worker) {
      step.arrived(nodeOf(ready));
      Rendezvous.Value received = value;
      if (received != null) {
        worker.context.outputs()[0] = received.tensor();
        publish(ready, nodeOf(ready), received.tensor() == null, now(), worker);
      }
    }
  }
}
