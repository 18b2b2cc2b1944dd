package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.WeirException;
import dev.weir.json.JsonReader;
import dev.weir.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What only tasks of Weir say: JSON, so that a task of another version can still be understood. */
final class TaskMessages {
  private TaskMessages() {}

  /** A message of text. */
  private record Text(byte[] bytes) implements Outbound {
    @Override
    public int size() {
      return bytes.length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes);
    }

    @Override
    public void close() {
      // nothing is held
    }
  }

  static Outbound nothing() {
    return new Text(new byte[0]);
  }

  static Outbound write(TaskStatus status) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("task", status.task());
    json.put("memoryUsed", status.memoryUsed());
    json.put("memoryCached", status.memoryCached());
    json.put("memoryLimit", status.memoryLimit());
    json.put("clientSessions", status.clientSessions());
    json.put("sessions", status.sessions());
    json.put("graphs", status.graphs());
    json.put("runningSteps", status.runningSteps());
    json.put("knownSteps", status.knownSteps());
    json.put("begunSteps", status.begunSteps());
    json.put("failedSteps", status.failedSteps());
    json.put("threads", status.threads());
    json.put("uptimeMillis", status.uptimeMillis());
    return new Text(JsonWriter.write(json).getBytes(StandardCharsets.UTF_8));
  }

  static TaskStatus readStatus(WireInput in) {
    Object json = JsonReader.read(new String(in.rest(), StandardCharsets.UTF_8));
    if (!(json instanceof Map<?, ?> fields)) {
      throw WeirException.invalidArgument(
          "a task did not say how it is, but %s", String.valueOf(json));
    }
    return new TaskStatus(
        String.valueOf(fields.get("task")),
        number(fields, "memoryUsed"),
        number(fields, "memoryCached"),
        number(fields, "memoryLimit"),
        number(fields, "clientSessions"),
        number(fields, "sessions"),
        number(fields, "graphs"),
        number(fields, "runningSteps"),
        number(fields, "knownSteps"),
        number(fields, "begunSteps"),
        number(fields, "failedSteps"),
        number(fields, "threads"),
        number(fields, "uptimeMillis"));
  }

  private static long number(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : 0;
  }
}
