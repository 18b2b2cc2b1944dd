package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.WeirException;
import dev.weir.json.JsonReader;
import dev.weir.json.JsonWriter;
import dev.weir.tensor.memory.Allocator;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Codecs for the messages of Weir's own TaskService that are not protobuf, and for requests whose
 * content is ignored. A status is JSON, so that tasks of different versions understand each other.
 */
public final class TaskMessages {
  /** A request that is sent without fields and whose fields, if there are any, are ignored. */
  public static final ProtobufCodec<EmptyRequest> IGNORED =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(EmptyRequest none) {
          return EncodedBytes.NONE;
        }

        @Override
        public EmptyRequest decode(ProtobufReader in, Allocator allocator) {
          return EmptyRequest.INSTANCE;
        }
      };

  public static final ProtobufCodec<TaskStatus> STATUS =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(TaskStatus status) {
          return write(status);
        }

        @Override
        public TaskStatus decode(ProtobufReader in, Allocator allocator) {
          return readStatus(in);
        }
      };

  private TaskMessages() {}

  private static EncodedMessage write(TaskStatus status) {
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
    return new EncodedBytes(JsonWriter.write(json).getBytes(StandardCharsets.UTF_8));
  }

  private static TaskStatus readStatus(ProtobufReader in) {
    Object json = JsonReader.read(new String(in.rest(), StandardCharsets.UTF_8));
    if (!(json instanceof Map<?, ?> fields)) {
      throw WeirException.invalidArgument(
          "a task status must be a JSON object, got %s", String.valueOf(json));
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
