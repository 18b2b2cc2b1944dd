package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.Failures;
import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a step or to a part of one: values, statistics, and maybe a failure. The two
 * messages differ in the numbers of these fields, and in how they have the statistics.
 *
 * @param writesStats writes them
 * @param readsStats reads them, after the tag that is given
 */
record StepResponse(
    int values,
    int stats,
    int code,
    int message,
    BiConsumer<MessageWriter, List<DeviceStats>> writesStats,
    StatsReader readsStats) {
  /** The fields of a failure, as {@link ErrorCodec} writes them; TensorFlow skips this field. */
  private static final int ERROR_FIELDS = 1000;

  /** Reads statistics. */
  @FunctionalInterface
  interface StatsReader {
    List<DeviceStats> read(WireInput in, int tag);
  }

  Outbound write(StepResult result) {
    MessageWriter writer = new MessageWriter();
    return writer.finish(
        () -> {
          writer.named(values, result.values());
          if (!result.stats().isEmpty()) {
            writesStats.accept(writer, result.stats());
          }
        });
  }

  Outbound write(WeirException failure) {
    return new MessageWriter()
        .number(code, failure.code().number())
        .text(message, Failures.message(failure))
        .bytes(ERROR_FIELDS, ErrorCodec.write(failure))
        .finish();
  }

  StepResult read(WireInput in, Allocator allocator) {
    Fields fields = new Fields();
    try {
      StepMessages.fields(in, tag -> read(in, tag, allocator, fields));
    } catch (RuntimeException e) {
      StepMessages.releaseNamed(fields.values);
      throw e;
    }
    StepResult result = new StepResult(fields.values, fields.stats);
    if (fields.code != 0) {
      result.release();
      throw fields.failure();
    }
    return result;
  }

  private void read(WireInput in, int tag, Allocator allocator, Fields fields) {
    int field = WireInput.field(tag);
    if (field == values) {
      fields.values.add(StepMessages.named(in, tag, allocator));
    } else if (field == stats) {
      fields.stats = readsStats.read(in, tag);
    } else if (field == code) {
      fields.code = StepMessages.number(in, tag);
    } else if (field == message) {
      fields.message = StepMessages.text(in, tag);
    } else if (field == ERROR_FIELDS) {
      WireInput.expect(tag, WireInput.LENGTH_DELIMITED);
      fields.error = in.bytes();
    } else {
      in.skip(tag);
    }
  }

  /** What has been read. */
  private static final class Fields {
    private final List<NamedTensor> values = new ArrayList<>();
    private List<DeviceStats> stats = List.of();
    private long code;
    private String message = "";
    private byte @Nullable [] error;

    /** Peers that are not Weir's tell only a code and a text. */
    private WeirException failure() {
      WeirException plain = Failures.of(code, message);
      if (error == null) {
        return plain;
      }
      WeirException told = ErrorCodec.read(error);
      return told.code() == plain.code() ? told : plain;
    }
  }
}
