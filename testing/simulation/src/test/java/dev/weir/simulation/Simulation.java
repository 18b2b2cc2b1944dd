package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * One seed: a cluster, clients that work on it while things go wrong, and then, when nothing does
 * any more and all clients have gone, a look at what is left.
 */
final class Simulation {
  /**
   * How it ended.
   *
   * @param hash equal for two runs in which the same happened
   */
  record Outcome(
      long seed, long hash, long events, List<String> wrongs, Map<String, Integer> counts) {}

  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration MOMENT = Duration.ofSeconds(15);
  private static final Duration SETTLING = Duration.ofSeconds(30);
  private static final Duration AFTERMATH = Duration.ofMinutes(10);
  private static final int MOST_PARAMETER_SERVERS = 2;
  private static final int MOST_WORKERS = 2;
  private static final int MOST_CLIENTS = 3;
  private static final int LEAST_ACTIONS = 5;
  private static final int MORE_ACTIONS = 15;

  private final EventLog log;
  private final Verdict verdict = new Verdict();
  private final SimulatedScheduler world;
  private final SimulatedCluster cluster;
  private final List<SimulatedClient> clients = new ArrayList<>();

  private Simulation(long seed, boolean prints) {
    this.log = new EventLog(prints);
    Chance chance = new Chance(seed);
    this.world = new SimulatedScheduler(chance, log);
    FaultPlan plan = FaultPlan.of(chance);
    int parameterServers = 1 + chance.below(MOST_PARAMETER_SERVERS);
    int workers = 1 + chance.below(MOST_WORKERS);
    world.note(seed + ": " + plan + ", ps " + parameterServers + ", workers " + workers);
    this.cluster = new SimulatedCluster(world, plan, parameterServers, workers, false);
    int count = 1 + chance.below(MOST_CLIENTS);
    for (int i = 0; i < count; i++) {
      ClientGraph graph = ClientGraph.of(i, parameterServers, workers);
      int actions = LEAST_ACTIONS + chance.below(MORE_ACTIONS);
      clients.add(new SimulatedClient(i, cluster, graph, verdict, actions));
    }
  }

  /** Runs a seed; its events go to the log if wanted. */
  static Outcome run(long seed, boolean prints) {
    Simulation simulation = new Simulation(seed, prints);
    try {
      simulation.run();
    } catch (RuntimeException | Error e) {
      simulation.verdict.wrong("an event failed: " + e + " at " + List.of(e.getStackTrace()));
    }
    simulation.world.faults().forEach(simulation.verdict::counted);
    return new Outcome(
        seed,
        simulation.log.hash(),
        simulation.log.count(),
        simulation.verdict.wrongs(),
        simulation.verdict.counts());
  }

  private void run() {
    if (!clientsAreDone()) {
      return;
    }
    expectNoStepsSoon();
    cluster.becomeReliable();
    clients.forEach(SimulatedClient::finish);
    if (!clientsAreDone()) {
      return;
    }
    world.run(SETTLING);
    for (SimulatedTask task : cluster.tasks()) {
      expectAtMost(task.unheardSessions(), task.master().sessions(), task, "sessions of clients");
    }
    for (SimulatedTask task : cluster.tasks()) {
      visit(task.id());
    }
    world.run(AFTERMATH);
    cluster.tasks().forEach(this::lookInto);
    expectPeace();
    cluster.tasks().forEach(SimulatedTask::close);
    world.run(AFTERMATH);
    for (SimulatedTask task : cluster.tasks()) {
      expectAtMost(0, task.allocator().inUse(), task, "bytes");
    }
    for (SimulatedClient client : clients) {
      expectAtMost(0, client.allocator().inUse(), client, "bytes");
    }
    if (world.pending() > 0) {
      verdict.wrong("at the end " + world.pending() + " events were still to come");
    }
  }

  /**
   * While messages get through, a step goes everywhere as soon as it ends, however it ends; only
   * partial runs that their clients have forgotten stay, until their sessions are closed. Where
   * messages are lost, steps go later: with the session, or when no call has mentioned them for
   * long.
   */
  private void expectNoStepsSoon() {
    if (cluster.plan().losesNothing()) {
      world.run(MOMENT);
      for (SimulatedTask task : cluster.tasks()) {
        expectAtMost(0, task.master().runningSteps(), task, "running steps of clients");
        task.worker().whereabouts().stream()
            .filter(step -> !step.contains("partial run"))
            .forEach(step -> verdict.wrong(task.name() + " has not cleaned up: " + step));
      }
    }
  }

  private boolean clientsAreDone() {
    boolean done =
        world.runUntil(() -> clients.stream().allMatch(SimulatedClient::isDone), LONGEST);
    if (!done) {
      verdict.wrong("clients were still waiting after " + LONGEST);
    }
    return done;
  }

  /** Sessions that their clients never heard of go by a reset, those of dead masters by a visit. */
  private void visit(TaskId task) {
    MasterPort master = cluster.network().master(clients.get(0), task);
    await(
        "Reset at " + task,
        master.reset(new ResetContainers(List.of("nothing"), List.of()), SimulatedClient.LIMIT));
    CreateSession request =
        new CreateSession(
            ByteBuffer.wrap(GraphDefs.toBinary(new Graph())),
            SessionOptions.DEFAULT,
            SimulatedTask.brief(task));
    CompletableFuture<CreateSession.Created> created =
        master.createSession(request, SimulatedClient.LIMIT);
    await("CreateSession at " + task, created);
    if (!created.isCompletedExceptionally()) {
      await(
          "CloseSession at " + task,
          master.closeSession(created.resultNow().session(), SimulatedClient.LIMIT));
    }
  }

  private void await(String what, CompletableFuture<?> call) {
    if (!world.runUntil(call::isDone, LONGEST) || call.isCompletedExceptionally()) {
      verdict.wrong("in the end, " + what + " failed: " + call);
    }
  }

  private void lookInto(SimulatedTask task) {
    expectAtMost(0, task.worker().knownSteps(), task, "steps");
    expectAtMost(0, task.worker().sessions(), task, "sessions of masters");
    expectAtMost(0, task.worker().registeredGraphs(), task, "registered graphs");
    expectAtMost(0, task.master().sessions(), task, "sessions of clients");
    expectAtMost(0, task.master().runningSteps(), task, "running steps of clients");
  }

  /** Each task looks for forgotten steps and sessions from time to time; that is all. */
  private void expectPeace() {
    if (world.pending() > 2L * cluster.tasks().size()) {
      verdict.wrong(
          "in the end "
              + world.pending()
              + " events were still to come on "
              + cluster.tasks().size()
              + " tasks without work");
    }
  }

  private void expectAtMost(long most, long there, Endpoint where, String what) {
    if (there > most) {
      verdict.wrong("in the end " + where.name() + " has " + there + " " + what + ", not " + most);
    }
  }
}
