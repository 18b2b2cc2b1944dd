package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client that opens sessions, has steps run, several at a time, and judges what comes back. What
 * it finds wrong it says to {@link Verdict}.
 */
final class SimulatedClient implements Endpoint {
  static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration SHORTEST_PAUSE = Duration.ofNanos(200_000);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);
  private static final Duration SOONEST_CANCEL = Duration.ofNanos(50_000);
  private static final Duration LATEST_CANCEL = Duration.ofSeconds(1);
  private static final int MOST_CALLS = 4;

  private final String name;
  private final SimulatedCluster cluster;
  private final Verdict verdict;
  private final ClientGraph graph;
  private final LifeScheduler scheduler;
  private final CountedAllocator allocator = new CountedAllocator();
  private final ClientSteps steps;
  private final List<ClientSession> sessions = new ArrayList<>();
  private final List<ClientSession> unclosed = new ArrayList<>();
  private int left;
  private int underWay;
  private boolean opening;
  private boolean finishing;

  SimulatedClient(
      int number, SimulatedCluster cluster, ClientGraph graph, Verdict verdict, int actions) {
    this.name = "client" + number;
    this.cluster = cluster;
    this.graph = graph;
    this.verdict = verdict;
    this.left = actions;
    this.scheduler = new LifeScheduler(cluster.world());
    TaskId keeper = TaskId.parse(graph.keeper());
    this.steps =
        new ClientSteps(this, graph, new Ledger(() -> cluster.epoch(keeper)), 1000 * (number + 1));
    pause();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public LifeScheduler scheduler() {
    return scheduler;
  }

  @Override
  public CountedAllocator allocator() {
    return allocator;
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  Chance chance() {
    return cluster.world().chance();
  }

  Verdict verdict() {
    return verdict;
  }

  boolean isDone() {
    return left == 0 && underWay == 0;
  }

  private void pause() {
    scheduler.after(chance().between(SHORTEST_PAUSE, LONGEST_PAUSE), this::act);
  }

  private void act() {
    if (left == 0) {
      return;
    }
    if (underWay < MOST_CALLS) {
      left--;
      ClientSession session = session();
      if (session != null) {
        actOn(session);
      } else if (!opening) {
        open();
      }
    }
    pause();
  }

  private @Nullable ClientSession session() {
    return sessions.isEmpty() ? null : sessions.get(chance().below(sessions.size()));
  }

  private void actOn(ClientSession session) {
    if (session.suspect || chance().happens(0.05)) {
      close(session);
    } else if (chance().happens(0.05) && !opening) {
      open();
    } else if (chance().happens(cluster.plan().reset())) {
      watch(
          "Reset",
          session,
          session.master.reset(new ResetContainers(List.of(), List.of()), LIMIT),
          Expectation.SUCCESS,
          none -> {});
    } else {
      steps.take(session);
    }
  }

  private void open() {
    opening = true;
    TaskId task = cluster.ids().get(chance().below(cluster.ids().size()));
    MasterPort master = cluster.network().master(this, task);
    CreateSession request =
        new CreateSession(graph.base(), SessionOptions.DEFAULT, SimulatedTask.brief(task));
    CompletableFuture<CreateSession.Created> call = master.createSession(request, LIMIT);
    Futures.whenDone(call, (created, error) -> opening = false);
    watch(
        "CreateSession",
        null,
        call,
        Expectation.SUCCESS,
        created ->
            sessions.add(new ClientSession(master, created.session(), created.graphVersion())));
  }

  private void close(ClientSession session) {
    session.closing = true;
    sessions.remove(session);
    CompletableFuture<@Nullable Void> call = session.master.closeSession(session.handle, LIMIT);
    Futures.whenDone(
        call,
        (none, error) -> {
          if (error != null) {
            unclosed.add(session);
          }
        });
    watch("CloseSession", session, call, Expectation.SUCCESS, none -> {});
  }

  /** Closes what is still open, now that nothing goes wrong any more. */
  void finish() {
    finishing = true;
    List.copyOf(sessions).forEach(this::close);
    for (ClientSession session : List.copyOf(unclosed)) {
      underWay++;
      Futures.whenDone(
          session.master.closeSession(session.handle, LIMIT), (none, error) -> underWay--);
    }
  }

  /**
   * Sees to it that a call ends as it may, and says so if not.
   *
   * @param good is given the value of a call that succeeds, which is then its own
   */
  <R extends @Nullable Object> void watch(
      String what,
      @Nullable ClientSession session,
      CompletableFuture<R> call,
      Expectation expectation,
      Consumer<R> good) {
    underWay++;
    boolean cancels = !finishing && chance().happens(cluster.plan().cancel());
    if (cancels) {
      scheduler.after(
          chance().between(SOONEST_CANCEL, LATEST_CANCEL),
          name + " gives up " + what,
          () -> call.cancel(true));
    }
    String title = name + " " + what;
    Futures.whenDone(
        call,
        (value, error) -> {
          underWay--;
          if (error == null) {
            cluster.world().note(title + " succeeded");
            if (expectation.mustFail()) {
              verdict.wrong(title + " succeeded; it must fail");
            }
            verdict.counted(what, null);
            good.accept(value);
          } else {
            failed(title, what, session, RpcFailures.of(error), expectation, cancels);
          }
        });
  }

  private void failed(
      String title,
      String what,
      @Nullable ClientSession session,
      WeirException error,
      Expectation expectation,
      boolean cancels) {
    cluster.world().note(title + " failed: " + error.code() + " " + error.getMessage());
    verdict.counted(what, error.code());
    boolean ended = cancels || session != null && session.closing || cluster.resets() > 0;
    String wrong = Judgment.of(error, expectation, cluster.plan().isFaultless(), ended);
    if (wrong != null) {
      verdict.wrong(title + ": " + wrong);
    }
    if (session != null && !expectation.allows(error) && chance().happens(0.7)) {
      session.suspect = true;
    }
  }
}
