package dev.weir.cli.launch;

import dev.weir.cli.launch.ProcessGroup.Exit;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches over the processes of a group: starts again what fails, as often as it may, and knows
 * when all is done. Programs are to end with exit code 0, services are not to end at all, of peers
 * one is to end with exit code 0, and what becomes of helpers decides nothing. For one thread; the
 * group may be stopped by another.
 */
public final class Supervisor {
  /** How long the end of the group by another thread may go unnoticed. */
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private static final int FAILURE = 1;

  /** How long peers of one that is done may still run. */
  private static final Duration PEER_GRACE = Duration.ofSeconds(15);

  /** What is expected of a process. */
  public enum Role {
    /** Serves until it is stopped. */
    SERVICE,
    /** Does its work and ends. */
    PROGRAM,
    /**
     * Does the same work as its peers: all is done when one of them has ended well, and the others
     * have ended too or had time to; it has failed when all of them have.
     */
    PEER,
    /** Does a share of the work: no process depends on it, and others can take over its share. */
    HELPER
  }

  /**
   * How it went.
   *
   * @param code the exit code for all: 0, or that of what failed
   * @param failed the task that failed for good
   * @param lastLines what that has said last
   */
  public record Outcome(int code, Optional<String> failed, List<String> lastLines) {
    /** All has ended as it should. */
    static final Outcome STOPPED = new Outcome(0, Optional.empty(), List.of());
  }

  private final ProcessGroup group;
  private final Restarts restarts;
  private final Consumer<String> news;
  private final Map<String, Role> roles = new LinkedHashMap<>();
  private final Set<String> working = new HashSet<>();
  private final Set<String> peers = new HashSet<>();

  /**
   * Until when peers may run, by {@link System#nanoTime}; null until one of them has ended well.
   */
  private @Nullable Long peersEnd;

  private final Map<String, Integer> restarted = new HashMap<>();

  /** When tasks are to be started again, by {@link System#nanoTime}. */
  private final Map<String, Long> due = new HashMap<>();

  /**
   * A supervisor of nothing yet.
   *
   * @param news takes lines for people: what has ended, what is started again
   */
  public Supervisor(ProcessGroup group, Restarts restarts, Consumer<String> news) {
    this.group = group;
    this.restarts = restarts;
    this.news = news;
  }

  /** Starts a process and watches over it. */
  public void start(TaskCommand command, Role role) {
    group.start(command);
    roles.put(command.name(), role);
    if (role == Role.PROGRAM) {
      working.add(command.name());
    } else if (role == Role.PEER) {
      peers.add(command.name());
    }
  }

  /**
   * Returns when all programs and a peer have ended well, when something has failed for good, or
   * when the group was stopped; without programs only the last two can happen. Leaves the group as
   * it is then: its owner stops it.
   */
  public Outcome run() throws InterruptedException {
    boolean hasPrograms = !working.isEmpty() || !peers.isEmpty();
    while (!group.isStopped()) {
      Optional<Exit> exit = group.nextExit(nextWait());
      if (group.isStopped()) {
        break;
      }
      startWhatIsDue();
      if (exit.isPresent() && !carriesOn(exit.get())) {
        return failed(exit.get());
      }
      if (hasPrograms && working.isEmpty() && arePeersDone()) {
        break;
      }
    }
    return Outcome.STOPPED;
  }

  private boolean arePeersDone() {
    Long end = peersEnd;
    return peers.isEmpty() || (end != null && System.nanoTime() - end >= 0);
  }

  private Duration nextWait() {
    long now = System.nanoTime();
    long wait = LONGEST_WAIT.toNanos();
    for (long time : due.values()) {
      wait = Math.min(wait, Math.max(0, time - now));
    }
    return Duration.ofNanos(wait);
  }

  private void startWhatIsDue() {
    long now = System.nanoTime();
    for (Map.Entry<String, Long> each : List.copyOf(due.entrySet())) {
      if (each.getValue() - now <= 0) {
        due.remove(each.getKey());
        group.restart(each.getKey());
      }
    }
  }

  /** Whether the end of a process is no reason to stop. */
  private boolean carriesOn(Exit exit) {
    String task = exit.task();
    Role role = roles.get(task);
    if (role != Role.SERVICE && exit.code() == 0) {
      working.remove(task);
      if (peers.remove(task) && peersEnd == null) {
        peersEnd = System.nanoTime() + PEER_GRACE.toNanos();
      }
      news.accept(task + " is done");
      return true;
    }
    if (role == Role.PEER && peersEnd != null) {
      peers.remove(task); // the work is done already
      return true;
    }
    int restart = restarted.getOrDefault(task, 0) + 1;
    if (restart > restarts.most()) {
      peers.remove(task);
      boolean canDoWithout = role == Role.HELPER || (role == Role.PEER && !peers.isEmpty());
      if (canDoWithout) {
        news.accept(task + " ended with exit code " + exit.code() + "; the others carry on");
      }
      return canDoWithout;
    }
    restarted.put(task, restart);
    Duration pause = restarts.pauseBefore(restart);
    due.put(task, System.nanoTime() + pause.toNanos());
    news.accept(
        String.format(
            Locale.ROOT,
            "%s ended with exit code %d; it is started again in %.1f s (%d of %d)",
            task,
            exit.code(),
            pause.toMillis() / 1e3,
            restart,
            restarts.most()));
    return true;
  }

  private Outcome failed(Exit exit) {
    int code = exit.code() == 0 ? FAILURE : exit.code(); // a service ends, be it in peace
    return new Outcome(code, Optional.of(exit.task()), group.lastLines(exit.task()));
  }
}
