package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.RunMetadata;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;

/** {@code RunCallableRequest} and {@code RunCallableResponse}, whose tensors have no names. */
final class RunCallableMessages {
  private static final int SESSION = 1;
  private static final int CALLABLE = 2;
  private static final int FEED = 3;
  private static final int REQUEST_ID = 4;

  private static final int FETCH = 1;
  private static final int METADATA = 2;

  private RunCallableMessages() {}

  static Outbound write(RunCallable request) {
    MessageWriter writer = new MessageWriter();
    return writer.finish(
        () -> {
          writer.text(SESSION, request.session()).number(CALLABLE, request.callable());
          request.feeds().forEach(feed -> writer.tensor(FEED, feed));
          writer.number(REQUEST_ID, request.requestId());
        });
  }

  static Outbound write(StepResult result) {
    MessageWriter writer = new MessageWriter();
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

  static RunCallable request(WireInput in, Allocator allocator) {
    List<Tensor> feeds = new ArrayList<>();
    String session = "";
    long callable = 0;
    long requestId = 0;
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        switch (WireInput.field(tag)) {
          case SESSION -> session = StepMessages.text(in, tag);
          case CALLABLE -> callable = StepMessages.number(in, tag);
          case FEED -> feeds.add(StepMessages.tensor(in, tag, allocator));
          case REQUEST_ID -> requestId = StepMessages.number(in, tag);
          default -> in.skip(tag);
        }
      }
    } catch (RuntimeException e) {
      StepMessages.release(feeds);
      throw e;
    }
    return new RunCallable(session, callable, feeds, requestId);
  }

  static StepResult response(WireInput in, Allocator allocator) {
    List<NamedTensor> values = new ArrayList<>();
    List<DeviceStats> stats = List.of();
    try {
      while (in.hasMore()) {
        int tag = in.tag();
        switch (WireInput.field(tag)) {
          case FETCH -> values.add(new NamedTensor("", StepMessages.tensor(in, tag, allocator)));
          case METADATA ->
              stats =
                  SchemaRecords.read(
                      StepMessages.message(in, tag, RunMetadata.parser()).getStepStats());
          default -> in.skip(tag);
        }
      }
    } catch (RuntimeException e) {
      StepMessages.releaseNamed(values);
      throw e;
    }
    return new StepResult(values, stats);
  }
}
