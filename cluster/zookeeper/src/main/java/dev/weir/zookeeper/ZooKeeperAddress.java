package dev.weir.zookeeper;

import dev.weir.cluster.HostPort;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in ZooKeeper a cluster is: {@code zk://host:2181,host:2182/weir/digits?ps=1&worker=2}. What
 * follows {@code ?} is the number of tasks of each job; once a process has published it, others may
 * omit it. {@code lease-seconds=10} is how long a task that is silent keeps its place; no job's
 * name has a dash in it.
 *
 * @param servers as Curator takes them: {@code host:2181,host:2182}
 * @param path the cluster's own node
 */
record ZooKeeperAddress(String servers, String path, TaskCounts counts, Duration lease) {
  static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

  private static final String LEASE = "lease-seconds";
  private static final int LONGEST_LEASE = 600;
  private static final String EXPECTED = "expected something like zk://host:2181/weir/name?ps=1";
  private static final Pattern FORM =
      Pattern.compile("zk://(?<servers>[^/?]*)(?<path>[^?]*)(\\?(?<query>.*))?");
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_.-]+)+");

  static ZooKeeperAddress parse(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      throw refused(text, "it does not begin with zk://");
    }
    if (!PATH.matcher(match.group("path")).matches() || match.group("path").contains("/.")) {
      throw refused(text, "\"" + match.group("path") + "\" is no path for a cluster");
    }
    List<String> counts = new ArrayList<>();
    Duration lease = DEFAULT_LEASE;
    for (String part : split(match.group("query"), "&")) {
      if (part.startsWith(LEASE + "=")) {
        lease = lease(text, part.substring(LEASE.length() + 1));
      } else {
        counts.add(part);
      }
    }
    String servers = servers(text, match.group("servers"));
    return new ZooKeeperAddress(servers, match.group("path"), counts(text, counts), lease);
  }

  private static List<String> split(String text, String separator) {
    return text == null || text.isEmpty() ? List.of() : List.of(text.split(separator, -1));
  }

  private static String servers(String text, String servers) {
    List<String> checked = new ArrayList<>();
    for (String server : servers.split(",", -1)) {
      try {
        checked.add(HostPort.parse(server).toString());
      } catch (WeirException e) {
        throw refused(text, String.valueOf(e.getMessage()));
      }
    }
    return String.join(",", checked);
  }

  private static TaskCounts counts(String text, List<String> parts) {
    try {
      return TaskCounts.parse(String.join("&", parts));
    } catch (WeirException e) {
      throw refused(text, String.valueOf(e.getMessage()));
    }
  }

  private static Duration lease(String text, String seconds) {
    if (!seconds.matches("[0-9]{1,3}")
        || Integer.parseInt(seconds) < 1
        || Integer.parseInt(seconds) > LONGEST_LEASE) {
      throw refused(text, LEASE + "=" + seconds + " is not within 1 and " + LONGEST_LEASE);
    }
    return Duration.ofSeconds(Integer.parseInt(seconds));
  }

  private static WeirException refused(String text, String reason) {
    return WeirException.invalidArgument(
        "\"%s\" is no place in ZooKeeper: %s; %s", text, reason, EXPECTED);
  }

  /** Where it is, without what it should have. */
  @Override
  public String toString() {
    return "zk://" + servers + path;
  }
}
