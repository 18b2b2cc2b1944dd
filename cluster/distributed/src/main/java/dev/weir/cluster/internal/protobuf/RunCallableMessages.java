package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.RunMetadata;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;

/**
 * Codecs for {@code RunCallableRequest} and {@code RunCallableResponse}, whose tensors have no
 * names.
 */
public final class RunCallableMessages {
  private static final int SESSION = 1;
  private static final int CALLABLE = 2;
  private static final int FEED = 3;
  private static final int REQUEST_ID = 4;

  private static final int FETCH = 1;
  private static final int METADATA = 2;

  public static final ProtobufCodec<RunCallable> REQUEST =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(RunCallable request) {
          return write(request);
        }

        @Override
        public RunCallable decode(ProtobufReader in, Allocator allocator) {
          return readRequest(in, allocator);
        }
      };

  public static final ProtobufCodec<StepResult> RESPONSE =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(StepResult result) {
          return write(result);
        }

        @Override
        public StepResult decode(ProtobufReader in, Allocator allocator) {
          return readResponse(in, allocator);
        }
      };

  private RunCallableMessages() {}

  private static EncodedMessage write(RunCallable request) {
    ProtobufWriter writer = new ProtobufWriter();
    return writer.finish(
        () -> {
          writer.text(SESSION, request.session()).number(CALLABLE, request.callable());
          request.feeds().forEach(feed -> writer.tensor(FEED, feed));
          writer.number(REQUEST_ID, request.requestId());
        });
  }

  private static EncodedMessage write(StepResult result) {
    ProtobufWriter writer = new ProtobufWriter();
    return writer.finish(
        () -> {
          result.values().forEach(value -> writer.tensor(FETCH, value.value()));
          if (!result.stats().isEmpty()) {
            writer.message(
                METADATA,
                RunMetadata.newBuilder()
                    .setStepStats(SchemaRecords.writeStats(result.stats()))
                    .build());
          }
        });
  }

  private static RunCallable readRequest(ProtobufReader in, Allocator allocator) {
    List<Tensor> feeds = new ArrayList<>();
    String session = "";
    long callable = 0;
    long requestId = 0;
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        switch (ProtobufReader.field(tag)) {
          case SESSION -> session = ProtobufFields.text(in, tag);
          case CALLABLE -> callable = ProtobufFields.number(in, tag);
          case FEED -> feeds.add(ProtobufFields.tensor(in, tag, allocator));
          case REQUEST_ID -> requestId = ProtobufFields.number(in, tag);
          default -> in.skip(tag);
        }
      }
    } catch (RuntimeException e) {
      ProtobufFields.release(feeds);
      throw e;
    }
    return new RunCallable(session, callable, feeds, requestId);
  }

  private static StepResult readResponse(ProtobufReader in, Allocator allocator) {
    List<NamedValue> values = new ArrayList<>();
    List<DeviceStats> stats = List.of();
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        switch (ProtobufReader.field(tag)) {
          case FETCH -> values.add(new NamedValue("", ProtobufFields.tensor(in, tag, allocator)));
          case METADATA ->
              stats =
                  SchemaRecords.read(
                      ProtobufFields.message(in, tag, RunMetadata.parser()).getStepStats());
          default -> in.skip(tag);
        }
      }
    } catch (RuntimeException e) {
      ProtobufFields.releaseNamed(values);
      throw e;
    }
    return new StepResult(values, stats);
  }
}
