package dev.weir.simulation;

import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a client does with a session: steps of all kinds, each with what it must give. */
final class ClientSteps {
  private static final Duration LIMIT = SimulatedClient.LIMIT;
  private static final int KINDS = 12;

  private final SimulatedClient client;
  private final ClientGraph graph;
  private final Ledger ledger;
  private int number;

  ClientSteps(SimulatedClient client, ClientGraph graph, Ledger ledger, int firstNumber) {
    this.client = client;
    this.graph = graph;
    this.ledger = ledger;
    this.number = firstNumber;
  }

  private Chance chance() {
    return client.chance();
  }

  private StepRequest request() {
    return new StepRequest(client.allocator());
  }

  /** Does one thing, whatever chance says. */
  void take(ClientSession session) {
    switch (chance().below(KINDS)) {
      case 0 -> run(session, chain(request()), Expectation.SUCCESS);
      case 1 -> check(session);
      case 2 -> choice(session);
      case 3 -> loop(session);
      case 4 -> partialRun(session);
      case 5 -> callable(session);
      case 6 -> extend(session);
      case 7 -> read(session);
      default -> add(session);
    }
  }

  private StepRequest chain(StepRequest request) {
    float x = ++number;
    return request.feed("x", x).fetch("chain:0", (2 * x + 1) * 3);
  }

  private void check(ClientSession session) {
    boolean isBad = chance().happens(0.6);
    StepRequest request = request();
    if (isBad) {
      run(session, request.feed("f", Float.NaN).fetch("checked:0"), failure());
    } else {
      float f = ++number;
      run(session, request.feed("f", f).fetch("checked:0", 5 * f), Expectation.SUCCESS);
    }
  }

  /** A feed that is not a number: found out by one task, and said to be. */
  private Expectation failure() {
    String task = graph.checker().replace("/task", "/replica:0/task");
    return Expectation.failure(
        error ->
            error.code() == ErrorCode.INVALID_ARGUMENT
                && task.equals(error.task())
                && "check".equals(error.node()));
  }

  private void choice(ClientSession session) {
    boolean pred = chance().happens(0.5);
    float x = ++number;
    StepRequest request = request().feedBoolean("pred", pred).feed("x", x);
    if (chance().happens(0.7)) {
      run(session, request.fetch("choice:0", pred ? 2 * x : x + 1), Expectation.SUCCESS);
    } else if (pred) {
      run(session, request.fetch("then:0", 2 * x), Expectation.SUCCESS);
    } else {
      Expectation dead =
          Expectation.failure(
              error -> "then".equals(error.node()) && error.rule().startsWith("output 0 is dead"));
      run(session, request.fetch("then:0"), dead);
    }
  }

  private void loop(ClientSession session) {
    int turns = chance().below(4);
    float x = ++number;
    run(
        session,
        request().feedScalar("n", turns).feed("x", x).fetch("loop:0", x + turns),
        Expectation.SUCCESS);
  }

  private void run(ClientSession session, StepRequest request, Expectation expectation) {
    run(session, request, expectation, result -> {});
  }

  private void run(
      ClientSession session,
      StepRequest request,
      Expectation expectation,
      Consumer<StepResult> good) {
    boolean isLimited = chance().happens(0.05);
    Duration limit =
        isLimited ? chance().between(Duration.ofMillis(1), Duration.ofSeconds(1)) : Duration.ZERO;
    Expectation widened =
        isLimited
            ? expectation.or(error -> error.code() == ErrorCode.DEADLINE_EXCEEDED)
            : expectation;
    exchange(session, request, new StepOptions(false, limit), "", widened, good);
  }

  private void exchange(
      ClientSession session,
      StepRequest request,
      StepOptions options,
      String partialRun,
      Expectation expectation,
      Consumer<StepResult> good) {
    String what = (partialRun.isEmpty() ? "RunStep " : "PartialRun ") + request;
    CompletableFuture<StepResult> call =
        session.master.runStep(
            request.message(session.handle, options, partialRun, chance().number()), LIMIT);
    request.release();
    client.watch(what, session, call, expectation, result -> judge(what, request, result, good));
  }

  private void judge(
      String what, StepRequest request, StepResult result, Consumer<StepResult> good) {
    try {
      String wrong = request.check(result);
      if (wrong != null) {
        client.verdict().wrong(client.name() + " " + what + ": " + wrong);
      } else {
        good.accept(result);
      }
    } finally {
      result.release();
    }
  }

  private void add(ClientSession session) {
    if (!ledger.isUsable()) {
      run(session, chain(request()), Expectation.SUCCESS);
    } else if (!ledger.isInitialized()) {
      initialize(session);
    } else {
      addNow(session);
    }
  }

  private void initialize(ClientSession session) {
    Consumer<Boolean> end = ledger.initialize();
    StepRequest request = request().target(graph.variable(ledger.variable()) + "/Assign");
    CompletableFuture<StepResult> call =
        session.master.runStep(
            request.message(session.handle, StepOptions.DEFAULT, "", chance().number()), LIMIT);
    dev.weir.cluster.internal.transport.Futures.whenDone(
        call, (result, error) -> end.accept(error == null));
    client.watch("RunStep " + request, session, call, Expectation.SUCCESS, StepResult::release);
  }

  private void addNow(ClientSession session) {
    Ledger.Look look = ledger.look();
    Ledger.Entry entry = ledger.begin();
    String variable = graph.variable(entry.variable());
    StepRequest request = request().feedOneAt("delta", entry.number());
    boolean fetchesAfter = chance().happens(0.5);
    if (fetchesAfter) {
      request.fetch(variable + "/after:0");
    } else {
      request.target(variable + "/add");
    }
    if (chance().happens(0.5)) {
      chain(request);
    }
    Expectation expectation = orGone(Expectation.SUCCESS, look);
    if (chance().happens(0.2)) { // fails, but perhaps not before the effect
      request.feed("f", Float.NaN).fetch("checked:0");
      expectation = orGone(failure(), look);
    }
    run(
        session,
        request,
        expectation,
        result -> {
          ledger.succeeded(entry);
          if (fetchesAfter) {
            judge(look, value(result, variable + "/after:0"), entry);
          }
        });
  }

  private void read(ClientSession session) {
    if (!ledger.isUsable() || !ledger.isInitialized()) {
      add(session);
      return;
    }
    Ledger.Look look = ledger.look();
    String fetch = graph.variable(look.variable()) + "/Read:0";
    run(
        session,
        request().fetch(fetch),
        orGone(Expectation.SUCCESS, look),
        result -> judge(look, value(result, fetch), null));
  }

  /** That a variable is not initialized is in order if its task lost it. */
  private Expectation orGone(Expectation expectation, Ledger.Look look) {
    return expectation.or(
        error ->
            (error.code() == ErrorCode.FAILED_PRECONDITION || error.code() == ErrorCode.NOT_FOUND)
                && ledger.mayBeGone(look.epoch()));
  }

  private static Tensor value(StepResult result, String fetch) {
    for (NamedValue value : result.values()) {
      if (value.name().equals(fetch)) {
        return value.value();
      }
    }
    throw new IllegalStateException(fetch + " is not in the result");
  }

  private void judge(Ledger.Look look, Tensor value, Ledger.@Nullable Entry own) {
    String wrong = ledger.check(look, value, own);
    if (wrong != null) {
      client.verdict().wrong(client.name() + ": " + wrong);
    }
  }

  private void partialRun(ClientSession session) {
    PartialRunSetup request =
        new PartialRunSetup(
            session.handle,
            List.of("x:0", "z:0"),
            List.of("first:0", "second:0"),
            List.of(),
            chance().number());
    client.watch(
        "PartialRunSetup",
        session,
        session.master.setUpPartialRun(request, LIMIT),
        Expectation.SUCCESS,
        handle -> firstExchange(session, handle));
  }

  private void firstExchange(ClientSession session, String handle) {
    if (chance().happens(0.15)) {
      return; // forgotten, until the session is closed
    }
    float x = ++number;
    exchange(
        session,
        request().feed("x:0", x).fetch("first:0", 2 * x),
        StepOptions.DEFAULT,
        handle,
        Expectation.SUCCESS,
        result -> {
          if (chance().happens(0.8)) {
            secondExchange(session, handle, x);
          }
        });
  }

  private void secondExchange(ClientSession session, String handle, float x) {
    float z = ++number;
    exchange(
        session,
        request().feed("z:0", z).fetch("second:0", 2 * x + z),
        StepOptions.DEFAULT,
        handle,
        Expectation.SUCCESS,
        result -> {});
  }

  private void callable(ClientSession session) {
    MakeCallable request =
        new MakeCallable(
            session.handle,
            List.of("x:0"),
            List.of("chain:0"),
            List.of(),
            StepOptions.DEFAULT,
            chance().number());
    client.watch(
        "MakeCallable",
        session,
        session.master.makeCallable(request, LIMIT),
        Expectation.SUCCESS,
        made -> runCallable(session, made));
  }

  private void runCallable(ClientSession session, long made) {
    StepRequest request = chain(request());
    RunCallable message = new RunCallable(session.handle, made, request.feeds(), chance().number());
    CompletableFuture<StepResult> call = session.master.runCallable(message, LIMIT);
    request.release();
    client.watch(
        "RunCallable",
        session,
        call,
        Expectation.SUCCESS,
        result ->
            judge(
                "RunCallable",
                request,
                named(result, "chain:0"),
                good ->
                    client.watch(
                        "ReleaseCallable",
                        session,
                        session.master.releaseCallable(
                            new ReleaseCallable(session.handle, made), LIMIT),
                        releasedAtMostTwice(),
                        none -> {})));
  }

  /**
   * Gives the one value its name: those of a callable come in their order, and gRPC has no names.
   */
  private static StepResult named(StepResult result, String name) {
    return result.values().size() == 1
        ? new StepResult(
            List.of(new NamedValue(name, result.values().get(0).value())), result.stats())
        : result;
  }

  /** The request may come twice, and be answered the second time. */
  private Expectation releasedAtMostTwice() {
    return Expectation.SUCCESS.or(
        error ->
            client.cluster().plan().duplicate() > 0
                && String.valueOf(error.getMessage()).startsWith("No such callable"));
  }

  private void extend(ClientSession session) {
    if (session.extending) {
      run(session, chain(request()), Expectation.SUCCESS);
      return;
    }
    if (session.extensions > 0 && chance().happens(0.6)
        || session.extensions == ClientGraph.EXTENSIONS) {
      int which = chance().below(session.extensions);
      float x = ++number;
      run(
          session,
          request().feed("x", x).fetch("extra" + which + ":0", x + which),
          Expectation.SUCCESS);
      return;
    }
    session.extending = true; // and stays so if it fails: what the master has is unknown then
    client.watch(
        "ExtendSession",
        session,
        session.master.extendSession(
            new ExtendSession(session.handle, graph.extension(session.extensions), session.version),
            LIMIT),
        Expectation.SUCCESS,
        version -> {
          session.version = version;
          session.extensions++;
          session.extending = false;
        });
  }
}
