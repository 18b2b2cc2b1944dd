package dev.weir.zookeeper;

import dev.weir.cluster.Member;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import dev.weir.json.JsonReader;
import dev.weir.json.JsonWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a member is written down: at {@code <cluster>/<job>/<index>}, as {@code {"address":
 * "host:2222", "incarnation": 17}}.
 */
final class MemberNodes {
  private static final Logger logger = LoggerFactory.getLogger(MemberNodes.class);

  private MemberNodes() {}

  static String path(String cluster, TaskId task) {
    return cluster + "/" + task.job() + "/" + task.index();
  }

  /** The task whose node this is; empty if it is the node of something else. */
  static Optional<TaskId> task(String cluster, String path) {
    String[] names = path.substring(Math.min(path.length(), cluster.length())).split("/", -1);
    return names.length == 3 && names[1].matches("[A-Za-z]\\w*") && names[2].matches("[0-9]{1,9}")
        ? Optional.of(new TaskId(names[1], Integer.parseInt(names[2])))
        : Optional.empty();
  }

  static byte[] write(Member member) {
    Map<String, Object> json = new TreeMap<>();
    json.put("address", member.address());
    json.put("incarnation", member.incarnation());
    return JsonWriter.write(json).getBytes(StandardCharsets.UTF_8);
  }

  /** A node that cannot be parsed counts as missing. */
  static Optional<Member> read(TaskId task, byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    try {
      if (JsonReader.read(text) instanceof Map<?, ?> json
          && json.get("address") instanceof String address
          && json.get("incarnation") instanceof BigDecimal incarnation) {
        return Optional.of(new Member(task, address, incarnation.longValueExact()));
      }
      logger.warn("{} has registered with something that is no member: {}", task, text);
    } catch (WeirException | ArithmeticException e) {
      logger.warn("{} has registered with {}: {}", task, text, e.getMessage());
    }
    return Optional.empty();
  }
}
