package dev.weir.runtime.internal.execute;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.Resources;
import dev.weir.runtime.internal.device.NamedResources;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import dev.weir.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan, or of the plans of several devices together: what it was given, what it gives
 * back, and how it ends. Thread-safe.
 *
 * <p>A step counts the threads at work for it and the values it waits for. It is over when the
 * count is back at zero, whether it succeeded or not; only then is what it held given back.
 */
public final class Step implements Stoppable {
  private static final VarHandle ACTIVE;
  private static final VarHandle FAILURE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ACTIVE = lookup.findVarHandle(Step.class, "active", int.class);
      FAILURE = lookup.findVarHandle(Step.class, "failure", WeirException.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How deep functions may call functions. */
  private static final int DEEPEST_CALL = 1000;

  private static final int NODES_NAMED = 3;

  private static final AtomicLong NEXT_ID = new AtomicLong(1);

  private long id;
  private final Tensor[] arguments;
  private final @Nullable Tensor[] results;
  private final @Nullable Output[] deadResults;
  private final StepServices services;
  private final Rendezvous rendezvous;
  private @Nullable NamedResources resources;
  private @Nullable Step caller;

  /** Those running now; null until there is one. */
  private @Nullable Set<Step> callees;

  /** Actions that wake kernels when the step is stopped; null until there is one. */
  private @Nullable Set<Runnable> wakeups;

  private volatile Propagator<?>[] propagators = {};
  private volatile @Nullable Set<PlanNode> waits;
  private int depth;

  @SuppressWarnings("UnusedVariable") // through ACTIVE
  private volatile int active;

  private volatile @Nullable WeirException failure;
  private volatile @Nullable Thread waiter;
  private @Nullable Consumer<@Nullable WeirException> whenOver;

  /** A step that has not started. The arguments stay the caller's, who may have them released. */
  public Step(Tensor[] arguments, int resultCount, StepServices services, Rendezvous rendezvous) {
    this.arguments = arguments;
    this.results = new Tensor[resultCount];
    this.deadResults = new Output[resultCount];
    this.services = services;
    this.rendezvous = rendezvous;
  }

  /**
   * Which step of this process it is. Assigned on first use, which is rare: threads that run small
   * steps would otherwise contend for one cache line.
   */
  public synchronized long id() {
    if (id == 0) {
      id = NEXT_ID.getAndIncrement();
    }
    return id;
  }

  StepServices services() {
    return services;
  }

  Rendezvous rendezvous() {
    return rendezvous;
  }

  Tensor argument(int index) {
    requireBelow(arguments.length, index, "argument");
    return arguments[index];
  }

  /** Graphs of others may have such nodes that no feed or fetch put there. */
  private static void requireBelow(int count, int index, String what) {
    if (index >= count) {
      throw WeirException.invalidArgument("there is no %s %d: the step has %d", what, index, count);
    }
  }

  /** Gives back the memory of the arguments, for a caller that has no more use for them. */
  public void releaseArguments() {
    for (Tensor argument : arguments) {
      argument.buffer().release();
    }
  }

  /** Takes over a reference. */
  void setResult(int index, Tensor value) {
    if (index >= results.length || results[index] != null) {
      value.buffer().release();
      requireBelow(results.length, index, "result");
      throw WeirException.invalidArgument("result %d is given twice", index);
    }
    results[index] = value;
  }

  void setDeadResult(int index, Output output) {
    requireBelow(results.length, index, "result");
    deadResults[index] = output;
  }

  /** Starts the plans: this thread runs the first one, workers the others. */
  public void start(List<ExecutionPlan> plans) {
    begin(); // keeps the step from ending before all plans have started
    Propagator<?>[] parts = new Propagator<?>[plans.size()];
    for (int i = 0; i < parts.length; i++) {
      ExecutionPlan plan = plans.get(i);
      parts[i] =
          plan.hasControlFlow ? new TaggedPropagator(plan, this) : new SimplePropagator(plan, this);
    }
    propagators = parts;
    for (int i = 1; i < parts.length; i++) {
      parts[i].startSources();
    }
    if (parts.length > 0) {
      begin();
      parts[0].runSources();
    }
    end();
  }

  /**
   * Starts the plans and returns without waiting.
   *
   * @param over is told, on the thread that ends the step, why it failed, or null
   */
  public void start(List<ExecutionPlan> plans, Consumer<@Nullable WeirException> over) {
    whenOver = over;
    start(plans);
  }

  /** Waits until the step is over. Fails with what it failed with. */
  public void await() {
    waiter = Thread.currentThread();
    boolean interrupted = false;
    // volatile, not acquire: it must not be read before the thread that ends the step can see the
    // waiter
    while ((int) ACTIVE.getVolatile(this) != 0) {
      services.pool().helpUntil(this::isOver);
      if (Thread.interrupted()) {
        interrupted = true;
        abort(
            new WeirException(
                ErrorCode.CANCELLED,
                "the thread that ran the step was interrupted: " + whereabouts()));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    WeirException error = settle();
    if (error != null) {
      throw error;
    }
  }

  /** Releases what a step that is over no longer needs; returns why it failed, or null. */
  private @Nullable WeirException settle() {
    closeResources();
    WeirException error = failure;
    if (error != null) {
      discard();
    }
    return error;
  }

  private boolean isOver() {
    return (int) ACTIVE.getVolatile(this) == 0;
  }

  /** State that lives as long as this step, or as the one it was called from. */
  Resources resources() {
    if (caller != null) {
      return caller.resources();
    }
    synchronized (this) {
      if (resources == null) {
        resources = new NamedResources("step");
      }
      return resources;
    }
  }

  private void closeResources() {
    synchronized (this) {
      if (resources != null) {
        resources.close();
      }
    }
  }

  /** The results, whose references to memory are now the caller's. The step must be over. */
  public Tensor[] takeResults() {
    Tensor[] taken = new Tensor[results.length];
    for (int i = 0; i < taken.length; i++) {
      Tensor value = results[i];
      if (value == null) {
        Output dead = deadResults[i];
        discard();
        throw dead == null ? missing(i) : deadFetch(dead);
      }
      taken[i] = value;
    }
    return taken;
  }

  /** Only a loop may end without its value: when an iteration waits for what never comes to it. */
  private WeirException missing(int result) {
    for (Propagator<?> part : propagators) {
      if (part instanceof TaggedPropagator) {
        return WeirException.invalidArgument(
            "result %d was never computed: an iteration of a loop waits for a value that does not"
                + " come to it; what all iterations need must enter with is_constant",
            result);
      }
    }
    return WeirException.internal("result %d was never computed", result);
  }

  /** What to say when the value of an output on a branch not taken is asked for. */
  public static WeirException deadFetch(Output output) {
    return output
        .node()
        .error(
            ErrorCode.INVALID_ARGUMENT,
            "output "
                + output.index()
                + " is dead: it is on a branch that was not taken, so it has no value to fetch;"
                + " fetch the Merge after it instead");
  }

  /** Releases everything that a discarded step still holds. */
  private void discard() {
    for (Propagator<?> part : propagators) {
      part.discard();
    }
    for (int i = 0; i < results.length; i++) {
      Tensor value = results[i];
      results[i] = null;
      if (value != null) {
        value.buffer().release();
      }
    }
  }

  /** One more thread, or one more value waited for. */
  void begin() {
    ACTIVE.getAndAdd(this, 1);
  }

  /** One thread fewer, or a value has come. */
  void end() {
    if ((int) ACTIVE.getAndAdd(this, -1) == 1) {
      Thread thread = waiter;
      if (thread != null) {
        LockSupport.unpark(thread);
      }
      Consumer<@Nullable WeirException> told = whenOver;
      if (told != null) {
        told.accept(settle());
      }
    }
  }

  /** Ends the step as soon as possible, and those called from it; the first cause stays. */
  @Override
  public void abort(WeirException cause) {
    if (FAILURE.compareAndSet(this, null, cause)) {
      rendezvous.abort(cause);
      called().forEach(callee -> callee.abort(cause));
      registeredWakeups().forEach(Runnable::run);
    }
  }

  /** Registers what wakes a waiting kernel when the step is stopped. */
  synchronized KernelContext.StopRegistration onStop(Runnable wake) {
    if (wakeups == null) {
      wakeups = Collections.newSetFromMap(new IdentityHashMap<>());
    }
    wakeups.add(wake);
    return () -> withdraw(wake);
  }

  private synchronized void withdraw(Runnable wake) {
    if (wakeups != null) {
      wakeups.remove(wake);
    }
  }

  private synchronized List<Runnable> registeredWakeups() {
    return wakeups == null ? List.of() : List.copyOf(wakeups);
  }

  /** Runs a step called from this one, on this thread, until it is over. */
  public void runCallee(Step callee, List<ExecutionPlan> plans) {
    callee.caller = this;
    callee.depth = depth + 1;
    if (callee.depth > DEEPEST_CALL) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "functions call each other more than "
              + DEEPEST_CALL
              + " deep; does one call itself without end?");
    }
    Set<Step> running = addCallee(callee);
    try {
      WeirException cause = failure;
      if (cause != null) {
        throw cause;
      }
      callee.start(plans);
      callee.await();
    } finally {
      synchronized (this) {
        running.remove(callee);
      }
    }
  }

  private synchronized Set<Step> addCallee(Step callee) {
    if (callees == null) {
      callees = new HashSet<>();
    }
    callees.add(callee);
    return callees;
  }

  /** The steps called from this one that run now. */
  private synchronized List<Step> called() {
    return callees == null ? List.of() : List.copyOf(callees);
  }

  /** A node waits for something that other threads, devices or the world must do. */
  void waitsFor(PlanNode node) {
    Set<PlanNode> waiting = waits;
    if (waiting == null) {
      synchronized (this) {
        waiting = waits;
        if (waiting == null) {
          waiting = ConcurrentHashMap.newKeySet();
          waits = waiting;
        }
      }
    }
    waiting.add(node);
  }

  /** It waits no longer. */
  void arrived(PlanNode node) {
    Set<PlanNode> waiting = waits;
    if (waiting != null) {
      waiting.remove(node);
    }
  }

  /** What the step is doing at this moment, for people: what it waits for, or where it is. */
  @Override
  public String whereabouts() {
    List<String> nodes = new ArrayList<>();
    Set<PlanNode> waiting = waits;
    if (waiting != null) {
      waiting.stream().limit(NODES_NAMED).forEach(node -> nodes.add(node.toString()));
    }
    List<Step> called = called();
    String inside =
        called.isEmpty() ? "" : ", in a function; there, " + called.get(0).whereabouts();
    if (!nodes.isEmpty()) {
      return "it waited for " + String.join(", ", nodes) + inside;
    }
    for (Propagator<?> part : propagators) {
      PlanNode node = part.current();
      if (node != null) {
        nodes.add(node.toString());
      }
    }
    return nodes.isEmpty() ? "it had not begun" : "it was at " + String.join(", ", nodes) + inside;
  }

  boolean isAborted() {
    return failure != null;
  }

  /** Why the step was aborted; null if it was not. */
  public @Nullable WeirException failure() {
    return failure;
  }
}
