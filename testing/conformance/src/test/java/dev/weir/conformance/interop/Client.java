package dev.weir.conformance.interop;

import dev.weir.conformance.ForkedClient;
import dev.weir.conformance.OracleRefusal;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.PartialRun;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A session on a cluster, Weir's or TensorFlow's. */
interface Client extends AutoCloseable {
  /** A session with a graph at a master. */
  static Client connect(Maker maker, String target, byte[] graphDef) {
    return maker == Maker.WEIR
        ? new OfWeir(Session.connect(target, GraphDefs.fromBinary(graphDef)))
        : new OfTensorFlow(ForkedClient.connect(target, graphDef));
  }

  /** A session with a graph at a master. */
  static Client connect(Maker maker, String target, Graph graph) {
    return connect(maker, target, GraphDefs.toBinary(graph));
  }

  List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches, List<String> targets);

  /** Runs nodes for their effect. */
  default void target(String... nodes) {
    run(Map.of(), List.of(), List.of(nodes));
  }

  /** Fetches one edge. */
  default Tensor fetch(String endpoint) {
    return run(Map.of(), List.of(endpoint), List.of()).getFirst();
  }

  /** Adds nodes to the graph. */
  void extend(byte[] graphDef);

  /** A step in pieces. */
  Pieces partialRun(List<String> feeds, List<String> fetches, List<String> targets);

  @Override
  void close();

  /** A step that is run piece by piece. */
  interface Pieces extends AutoCloseable {
    List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches);

    @Override
    void close();
  }

  /** The code with which a cluster refuses something. */
  static ErrorCode refusal(ThrowingCallable call) {
    return switch (Assertions.catchThrowable(call)) {
      case OracleRefusal refusal -> refusal.code();
      case WeirException failure -> failure.code();
      case null -> throw new AssertionError("it was not refused");
      case Throwable other -> throw new AssertionError("refused in no known way", other);
    };
  }

  /** {@code Session.connect}. */
  record OfWeir(Session session) implements Client {
    private static final RunOptions LIMITED =
        RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(30));

    @Override
    public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
      Runner runner = session.runner().options(LIMITED);
      feeds.forEach(runner::feed);
      fetches.forEach(runner::fetch);
      targets.forEach(runner::addTarget);
      return runner.run();
    }

    @Override
    public void extend(byte[] graphDef) {
      session.extend(graphDef);
    }

    @Override
    public Pieces partialRun(List<String> feeds, List<String> fetches, List<String> targets) {
      return new WeirPieces(session.partialRun(feeds, fetches, targets, LIMITED));
    }

    @Override
    public void close() {
      session.close();
    }
  }

  /** A partial run of Weir's. */
  record WeirPieces(PartialRun step) implements Pieces {
    @Override
    public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches) {
      feeds.forEach(step::feed);
      return fetches.stream().map(step::fetch).toList();
    }

    @Override
    public void close() {
      step.close();
    }
  }

  /** TensorFlow's own client, in a process of its own. */
  record OfTensorFlow(ForkedClient session) implements Client {
    @Override
    public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
      return session.run(feeds, fetches, targets);
    }

    @Override
    public void extend(byte[] graphDef) {
      session.extend(graphDef);
    }

    @Override
    public Pieces partialRun(List<String> feeds, List<String> fetches, List<String> targets) {
      return new TensorFlowPieces(session.partialRun(feeds, fetches, targets));
    }

    @Override
    public void close() {
      session.close();
    }
  }

  /** A partial run of TensorFlow's. */
  record TensorFlowPieces(ForkedClient.PartialStep step) implements Pieces {
    @Override
    public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches) {
      return step.run(feeds, fetches);
    }

    @Override
    public void close() {
      step.close();
    }
  }
}
