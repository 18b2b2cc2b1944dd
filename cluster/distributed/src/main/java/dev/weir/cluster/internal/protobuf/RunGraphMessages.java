package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.ExecutorOpts;
import dev.weir.schema.StepStats;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;

/** Codecs for {@code RunGraphRequest} and {@code RunGraphResponse}. */
public final class RunGraphMessages {
  private static final int GRAPH = 1;
  private static final int STEP = 2;
  private static final int SEND = 3;
  private static final int RECEIVE_KEY = 4;
  private static final int EXECUTOR_OPTIONS = 5;
  private static final int PARTIAL = 6;
  private static final int LAST_PARTIAL = 7;
  private static final int SESSION = 8;
  private static final int ERRORS_IN_BODY = 9;
  private static final int WORKER_SESSION_CREATED = 10;
  private static final int REQUEST_ID = 11;

  private static final int RECEIVED = 1;
  private static final int STATS = 2;
  private static final int CODE = 5;
  private static final int ERROR_MESSAGE = 6;

  public static final ProtobufCodec<RunGraph> REQUEST =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(RunGraph request) {
          return write(request);
        }

        @Override
        public RunGraph decode(ProtobufReader in, Allocator allocator) {
          return read(in, allocator);
        }
      };

  public static final ProtobufCodec<StepResult> RESPONSE =
      new StepResponseCodec(
          RECEIVED,
          STATS,
          CODE,
          ERROR_MESSAGE,
          (writer, stats) -> writer.message(STATS, SchemaRecords.writeStats(stats)),
          (in, tag) -> SchemaRecords.read(ProtobufFields.message(in, tag, StepStats.parser())));

  private RunGraphMessages() {}

  private static EncodedMessage write(RunGraph request) {
    ProtobufWriter writer = new ProtobufWriter();
    return writer.finish(
        () -> {
          writer
              .text(GRAPH, request.graph())
              .number(STEP, request.step())
              .named(SEND, request.sends())
              .texts(RECEIVE_KEY, request.receives());
          if (request.traces()) {
            writer.message(
                EXECUTOR_OPTIONS, ExecutorOpts.newBuilder().setRecordTimeline(true).build());
          }
          writer
              .flag(PARTIAL, request.partial())
              .flag(LAST_PARTIAL, request.lastPartial())
              .text(SESSION, request.session())
              .flag(ERRORS_IN_BODY, true)
              .flag(WORKER_SESSION_CREATED, true)
              .number(REQUEST_ID, request.requestId());
        });
  }

  private static RunGraph read(ProtobufReader in, Allocator allocator) {
    Request request = new Request();
    try {
      ProtobufFields.fields(in, tag -> request.read(in, tag, allocator));
    } catch (RuntimeException e) {
      ProtobufFields.releaseNamed(request.sends);
      throw e;
    }
    return request.toRecord();
  }

  /** What has been read of a request. */
  private static final class Request {
    private final List<NamedValue> sends = new ArrayList<>();
    private final List<String> receives = new ArrayList<>();
    private String session = "";
    private String graph = "";
    private long step;
    private boolean traces;
    private boolean partial;
    private boolean lastPartial;
    private long requestId;

    void read(ProtobufReader in, int tag, Allocator allocator) {
      switch (ProtobufReader.field(tag)) {
        case GRAPH -> graph = ProtobufFields.text(in, tag);
        case STEP -> step = ProtobufFields.number(in, tag);
        case SEND -> sends.add(ProtobufFields.named(in, tag, allocator));
        case RECEIVE_KEY -> receives.add(ProtobufFields.text(in, tag));
        case EXECUTOR_OPTIONS ->
            traces = ProtobufFields.message(in, tag, ExecutorOpts.parser()).getRecordTimeline();
        case PARTIAL -> partial = ProtobufFields.flag(in, tag);
        case LAST_PARTIAL -> lastPartial = ProtobufFields.flag(in, tag);
        case SESSION -> session = ProtobufFields.text(in, tag);
        case ERRORS_IN_BODY -> in.errorsInBody(ProtobufFields.flag(in, tag));
        case REQUEST_ID -> requestId = ProtobufFields.number(in, tag);
        default -> in.skip(tag);
      }
    }

    RunGraph toRecord() {
      return new RunGraph(
          session, graph, step, sends, receives, traces, partial, lastPartial, requestId);
    }
  }
}
