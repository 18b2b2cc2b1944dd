package dev.weir.conformance.interop;

import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What a master is asked, message by message, without a client that would refuse it before. */
record Talk(MasterPort master) {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** A session with a graph; its handle. */
  String open(Graph graph) {
    return open(GraphDefs.toBinary(graph));
  }

  String open(byte[] graphDef) {
    CreateSession request =
        new CreateSession(ByteBuffer.wrap(graphDef), SessionOptions.DEFAULT, "");
    return answer(master.createSession(request, LIMIT)).session();
  }

  /** A step without feeds. */
  StepResult run(String session, List<String> fetches, List<String> targets) {
    return run(session, List.of(), fetches, targets);
  }

  StepResult run(
      String session, List<NamedValue> feeds, List<String> fetches, List<String> targets) {
    return run(new RunStep(session, feeds, fetches, targets, StepOptions.DEFAULT, "", number()));
  }

  /** A step that must not take longer; TensorFlow's masters go by the call's own limit alone. */
  StepResult run(String session, String fetch, Duration limit) {
    StepOptions options = new StepOptions(false, limit);
    return answer(
        master.runStep(
            new RunStep(session, List.of(), List.of(fetch), List.of(), options, "", number()),
            limit));
  }

  StepResult run(RunStep step) {
    return answer(master.runStep(step, LIMIT));
  }

  long extend(String session, Graph more, long version) {
    ByteBuffer graphDef = ByteBuffer.wrap(GraphDefs.toBinary(more));
    return answer(master.extendSession(new ExtendSession(session, graphDef, version), LIMIT));
  }

  String partialRun(String session, List<String> feeds, List<String> fetches) {
    return answer(
        master.setUpPartialRun(
            new PartialRunSetup(session, feeds, fetches, List.of(), number()), LIMIT));
  }

  long callable(String session, List<String> feeds, List<String> fetches) {
    return answer(
        master.makeCallable(
            new MakeCallable(session, feeds, fetches, List.of(), StepOptions.DEFAULT, number()),
            LIMIT));
  }

  StepResult call(String session, long callable, Tensor... feeds) {
    return answer(
        master.runCallable(new RunCallable(session, callable, List.of(feeds), number()), LIMIT));
  }

  void release(String session, long callable) {
    answer(master.releaseCallable(new ReleaseCallable(session, callable), LIMIT));
  }

  void close(String session) {
    answer(master.closeSession(session, LIMIT));
  }

  static long number() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  /** What comes, or the failure that comes instead. */
  static <T extends @Nullable Object> T answer(CompletableFuture<T> answer) {
    try {
      return answer.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw RpcFailures.of(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }
}
