package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.schema.RunMetadata;
import dev.weir.schema.RunOptions;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;

/** {@code RunStepRequest} and {@code RunStepResponse}. */
final class RunStepMessages {
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

  static final StepResponse RESPONSE =
      new StepResponse(
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
                  StepMessages.message(in, tag, RunMetadata.parser()).getStepStats()));

  private RunStepMessages() {}

  static Outbound write(RunStep request) {
    MessageWriter writer = new MessageWriter();
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

  static Fallible<RunStep> request(WireInput in, Allocator allocator) {
    Request request = new Request();
    try {
      StepMessages.fields(in, tag -> request.read(in, tag, allocator));
    } catch (RuntimeException e) {
      StepMessages.releaseNamed(request.feeds);
      throw e;
    }
    return new Fallible<>(
        new RunStep(
            request.session,
            request.feeds,
            request.fetches,
            request.targets,
            request.options,
            request.partialRun,
            request.requestId),
        request.errorsInBody);
  }

  /** What has been read of a request. */
  private static final class Request {
    private final List<NamedTensor> feeds = new ArrayList<>();
    private final List<String> fetches = new ArrayList<>();
    private final List<String> targets = new ArrayList<>();
    private String session = "";
    private String partialRun = "";
    private StepOptions options = StepOptions.DEFAULT;
    private boolean errorsInBody;
    private long requestId;

    void read(WireInput in, int tag, Allocator allocator) {
      switch (WireInput.field(tag)) {
        case SESSION -> session = StepMessages.text(in, tag);
        case FEED -> feeds.add(StepMessages.named(in, tag, allocator));
        case FETCH -> fetches.add(StepMessages.text(in, tag));
        case TARGET -> targets.add(StepMessages.text(in, tag));
        case OPTIONS ->
            options = SchemaRecords.read(StepMessages.message(in, tag, RunOptions.parser()));
        case PARTIAL_RUN -> partialRun = StepMessages.text(in, tag);
        case ERRORS_IN_BODY -> errorsInBody = StepMessages.flag(in, tag);
        case REQUEST_ID -> requestId = StepMessages.number(in, tag);
        default -> in.skip(tag);
      }
    }
  }
}
