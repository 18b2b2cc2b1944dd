package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The codec for the response to a step or to a part of one: values, statistics, and possibly a
 * failure. {@code RunStepResponse} and {@code RunGraphResponse} differ in the numbers of these
 * fields and in how the statistics are nested.
 *
 * @param writesStats writes them
 * @param readsStats reads them, after the tag that is given
 */
record StepResponseCodec(
    int values,
    int stats,
    int code,
    int message,
    BiConsumer<ProtobufWriter, List<DeviceStats>> writesStats,
    StatsReader readsStats)
    implements ProtobufCodec<StepResult> {
  /** The fields of a failure, as {@link ErrorCodec} writes them; TensorFlow skips this field. */
  private static final int ERROR_FIELDS = 1000;

  /** Reads statistics. */
  @FunctionalInterface
  interface StatsReader {
    List<DeviceStats> read(ProtobufReader in, int tag);
  }

  @Override
  public EncodedMessage encode(StepResult result) {
    ProtobufWriter writer = new ProtobufWriter();
    return writer.finish(
        () -> {
          writer.named(values, result.values());
          if (!result.stats().isEmpty()) {
            writesStats.accept(writer, result.stats());
          }
        });
  }

  @Override
  public EncodedMessage encodeFailure(WeirException failure) {
    return new ProtobufWriter()
        .number(code, failure.code().number())
        .text(message, RpcFailures.message(failure))
        .bytes(ERROR_FIELDS, ErrorCodec.write(failure))
        .finish();
  }

  @Override
  public StepResult decode(ProtobufReader in, Allocator allocator) {
    Fields fields = new Fields();
    try {
      ProtobufFields.fields(in, tag -> read(in, tag, allocator, fields));
    } catch (RuntimeException e) {
      ProtobufFields.releaseNamed(fields.values);
      throw e;
    }
    StepResult result = new StepResult(fields.values, fields.stats);
    if (fields.code != 0) {
      result.release();
      throw fields.failure();
    }
    return result;
  }

  private void read(ProtobufReader in, int tag, Allocator allocator, Fields fields) {
    int field = ProtobufReader.field(tag);
    if (field == values) {
      fields.values.add(ProtobufFields.named(in, tag, allocator));
    } else if (field == stats) {
      fields.stats = readsStats.read(in, tag);
    } else if (field == code) {
      fields.code = ProtobufFields.number(in, tag);
    } else if (field == message) {
      fields.message = ProtobufFields.text(in, tag);
    } else if (field == ERROR_FIELDS) {
      ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
      fields.error = in.bytes();
    } else {
      in.skip(tag);
    }
  }

  /** What has been read. */
  private static final class Fields {
    private final List<NamedValue> values = new ArrayList<>();
    private List<DeviceStats> stats = List.of();
    private long code;
    private String message = "";
    private byte @Nullable [] error;

    /** Peers that are not Weir's send only a code and a text. */
    private WeirException failure() {
      WeirException plain = RpcFailures.of(code, message);
      if (error == null) {
        return plain;
      }
      WeirException structured = ErrorCodec.read(error);
      return structured.code() == plain.code() ? structured : plain;
    }
  }
}
