package dev.weir.conformance.peer;

import dev.weir.error.WeirException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The addresses of a cluster on this machine, of Weir's or TensorFlow's tasks.
 *
 * @param jobs the addresses of each job's tasks, {@code host:port}
 */
public record ClusterAddresses(Map<String, List<String>> jobs) {
  /** A task by its job and its number in it. */
  public record Task(String job, int index) {
    @Override
    public String toString() {
      return "/job:" + job + "/task:" + index;
    }
  }

  /** Copies the map; its order stays. */
  public ClusterAddresses {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    jobs.forEach((job, tasks) -> copy.put(job, List.copyOf(tasks)));
    jobs = copy;
  }

  /** Free ports of this machine for a ps and a worker job. */
  public static ClusterAddresses find(int ps, int workers) {
    List<String> found =
        FreePorts.find(ps + workers).stream().map(port -> "127.0.0.1:" + port).toList();
    Map<String, List<String>> jobs = new LinkedHashMap<>();
    jobs.put("ps", found.subList(0, ps));
    jobs.put("worker", found.subList(ps, ps + workers));
    return new ClusterAddresses(jobs);
  }

  /** As it is given to a server: {@code ps=host:port;worker=host:port,host:port}. */
  public String text() {
    return jobs.entrySet().stream()
        .map(job -> job.getKey() + "=" + String.join(",", job.getValue()))
        .collect(Collectors.joining(";"));
  }

  /** All tasks, job by job. */
  public List<Task> tasks() {
    return jobs.entrySet().stream()
        .flatMap(
            job ->
                IntStream.range(0, job.getValue().size())
                    .mapToObj(index -> new Task(job.getKey(), index)))
        .toList();
  }

  /** The {@code host:port} of a task. */
  public String address(String job, int index) {
    List<String> tasks = jobs.getOrDefault(job, List.of());
    if (index < 0 || index >= tasks.size()) {
      throw WeirException.notFound("there is no task %d of job %s in %s", index, job, text());
    }
    return tasks.get(index);
  }
}
