package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What an oracle process does for {@link ForkedClient}: one session with a master at a time. */
final class ClientCommands implements AutoCloseable {
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, TensorFlowPartialRun> partialRuns = new ConcurrentHashMap<>();
  private final Map<Integer, TensorFlowCallable> callables = new ConcurrentHashMap<>();
  private volatile @Nullable TensorFlowClient client;

  boolean isOpen() {
    return client != null;
  }

  /** The session. */
  TensorFlowClient open() {
    TensorFlowClient open = client;
    if (open == null) {
      throw WeirException.failedPrecondition("the oracle process has no session with a master");
    }
    return open;
  }

  /** Obeys a command; how its answer is written. */
  OracleFrames.Body bodyFor(OracleCommand command, DataInputStream in) throws IOException {
    return switch (command) {
      case CONNECT -> {
        SessionSettings settings = OracleFrames.readSettings(in);
        client = TensorFlowClient.connect(OracleFrames.readBytes(in), settings);
        yield out -> {};
      }
      case EXTEND -> {
        open().extend(OracleFrames.readBytes(in));
        yield out -> {};
      }
      case TELL_GRAPH -> {
        open().tellGraph();
        yield out -> {};
      }
      case OPEN_PARTIAL_RUN -> {
        List<String> feeds = OracleFrames.readTexts(in);
        List<String> fetches = OracleFrames.readTexts(in);
        yield numbered(partialRuns, open().partialRun(feeds, fetches, OracleFrames.readTexts(in)));
      }
      case RUN_PIECE -> {
        TensorFlowPartialRun run = known(partialRuns.get(in.readInt()));
        Map<String, Tensor> feeds = OracleFrames.readFeeds(in);
        List<Tensor> results = run.run(feeds, OracleFrames.readTexts(in));
        yield out -> OracleFrames.writeTensors(out, results);
      }
      case CLOSE_PARTIAL_RUN -> {
        known(partialRuns.remove(in.readInt())).close();
        yield out -> {};
      }
      case MAKE_CALLABLE -> {
        List<String> feeds = OracleFrames.readTexts(in);
        List<String> fetches = OracleFrames.readTexts(in);
        yield numbered(callables, open().callable(feeds, fetches, OracleFrames.readTexts(in)));
      }
      case RUN_CALLABLE -> {
        TensorFlowCallable callable = known(callables.get(in.readInt()));
        List<Tensor> results = callable.run(OracleFrames.readTensors(in));
        yield out -> OracleFrames.writeTensors(out, results);
      }
      case RELEASE_CALLABLE -> {
        known(callables.remove(in.readInt())).close();
        yield out -> {};
      }
      case DEVICES -> {
        List<TensorFlowDevice> devices = open().devices();
        yield out -> OracleFrames.writeDevices(out, devices);
      }
      case END_SESSION -> {
        open().endSession();
        yield out -> {};
      }
      case RESET -> {
        String target = OracleFrames.readText(in);
        TensorFlowClient.reset(target, OracleFrames.readTexts(in).toArray(String[]::new));
        yield out -> {};
      }
      default -> throw WeirException.internal("%s is no command for a client", command);
    };
  }

  private <T> OracleFrames.Body numbered(Map<Integer, T> opened, T made) {
    int number = numbers.incrementAndGet();
    opened.put(number, made);
    return out -> out.writeInt(number);
  }

  private static <T> T known(@Nullable T opened) {
    if (opened == null) {
      throw WeirException.failedPrecondition("this partial run or callable is closed");
    }
    return opened;
  }

  /** Ends the session; the master drops its callables with it. */
  @Override
  public void close() {
    partialRuns.values().forEach(TensorFlowPartialRun::close);
    partialRuns.clear();
    callables.clear();
    open().close();
    client = null;
  }
}
