package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.RunMetadata;
import dev.weir.schema.RunOptions;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;

/** Codecs for {@code RunStepRequest} and {@code RunStepResponse}. */
public final class RunStepMessages {
  private static final int SESSION = 1;
  private static final int FEED = 2;
  private static final int FETCH = 3;
  private static final int TARGET = 4;
  private static final int OPTIONS = 5;
  private static final int PARTIAL_RUN = 6;
  private static final int ERRORS_IN_BODY = 7;
  private static final int REQUEST_ID = 8;

  private static final int TENSOR = 1;
  private static final int METADATA = 2;
  private static final int CODE = 3;
  private static final int ERROR_MESSAGE = 4;

  public static final ProtobufCodec<RunStep> REQUEST =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(RunStep request) {
          return write(request);
        }

        @Override
        public RunStep decode(ProtobufReader in, Allocator allocator) {
          return read(in, allocator);
        }
      };

  public static final ProtobufCodec<StepResult> RESPONSE =
      new StepResponseCodec(
          TENSOR,
          METADATA,
          CODE,
          ERROR_MESSAGE,
          (writer, stats) ->
              writer.message(
                  METADATA,
                  RunMetadata.newBuilder().setStepStats(SchemaRecords.writeStats(stats)).build()),
          (in, tag) ->
              SchemaRecords.read(
                  ProtobufFields.message(in, tag, RunMetadata.parser()).getStepStats()));

  private RunStepMessages() {}

  private static EncodedMessage write(RunStep request) {
    ProtobufWriter writer = new ProtobufWriter();
    return writer.finish(
        () ->
            writer
                .text(SESSION, request.session())
                .named(FEED, request.feeds())
                .texts(FETCH, request.fetches())
                .texts(TARGET, request.targets())
                .message(OPTIONS, SchemaRecords.write(request.options()))
                .text(PARTIAL_RUN, request.partialRun())
                .flag(ERRORS_IN_BODY, true)
                .number(REQUEST_ID, request.requestId()));
  }

  private static RunStep read(ProtobufReader in, Allocator allocator) {
    Request request = new Request();
    try {
      ProtobufFields.fields(in, tag -> request.read(in, tag, allocator));
    } catch (RuntimeException e) {
      ProtobufFields.releaseNamed(request.feeds);
      throw e;
    }
    return new RunStep(
        request.session,
        request.feeds,
        request.fetches,
        request.targets,
        request.options,
        request.partialRun,
        request.requestId);
  }

  /** What has been read of a request. */
  private static final class Request {
    private final List<NamedValue> feeds = new ArrayList<>();
    private final List<String> fetches = new ArrayList<>();
    private final List<String> targets = new ArrayList<>();
    private String session = "";
    private String partialRun = "";
    private StepOptions options = StepOptions.DEFAULT;
    private long requestId;

    void read(ProtobufReader in, int tag, Allocator allocator) {
      switch (ProtobufReader.field(tag)) {
        case SESSION -> session = ProtobufFields.text(in, tag);
        case FEED -> feeds.add(ProtobufFields.named(in, tag, allocator));
        case FETCH -> fetches.add(ProtobufFields.text(in, tag));
        case TARGET -> targets.add(ProtobufFields.text(in, tag));
        case OPTIONS ->
            options = SchemaRecords.read(ProtobufFields.message(in, tag, RunOptions.parser()));
        case PARTIAL_RUN -> partialRun = ProtobufFields.text(in, tag);
        case ERRORS_IN_BODY -> in.errorsInBody(ProtobufFields.flag(in, tag));
        case REQUEST_ID -> requestId = ProtobufFields.number(in, tag);
        default -> in.skip(tag);
      }
    }
  }
}
