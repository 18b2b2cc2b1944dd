package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_GetAllOpList;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GetRegisteredKernelsForOp;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Version;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * The program of an oracle process: {@code OracleProgram SOCKET} connects to a Unix domain socket
 * and answers requests about one TensorFlow graph, or one client of a cluster, at a time until the
 * socket, or its standard input, ends. Requests may overlap, as a step may wait for what another
 * step does.
 *
 * <p>It must stay small: whatever TensorFlow does, a failed check or a wild pointer included, ends
 * this process and no other.
 */
final class OracleProgram {
  /** Printed on standard output when the process can be asked. */
  static final String READY = "ORACLE READY";

  private final SocketChannel channel;
  private final Object writing = new Object();
  private final ClientCommands client = new ClientCommands();
  private volatile @Nullable EmbeddedTensorFlow graph;

  private OracleProgram(SocketChannel channel) {
    this.channel = channel;
  }

  /** Answers until its standard input or the socket ends. */
  public static void main(String[] arguments) throws IOException {
    Thread.ofPlatform().daemon().name("watches parent").start(OracleProgram::endWithParent);
    TF_Version(); // loads the native library, which takes most of the start
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]))) {
      say(READY);
      new OracleProgram(channel).serve();
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void endWithParent() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // the pipe broke: the parent is gone as well
    }
    Runtime.getRuntime().halt(0);
  }

  // Ops that print write to standard output too, so nothing but this line is said there.
  private static void say(String line) throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void serve() throws IOException {
    ExecutorService steps =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("step-", 0).factory());
    for (OracleFrames.Frame frame = OracleFrames.read(channel);
        frame != null;
        frame = OracleFrames.read(channel)) {
      OracleFrames.Frame request = frame;
      if (OracleCommand.of(request.kind()).mayWait()) {
        steps.execute(() -> answer(request));
      } else {
        answer(request);
      }
    }
  }

  private void answer(OracleFrames.Frame request) {
    try {
      OracleFrames.Body body = bodyFor(OracleCommand.of(request.kind()), request.body());
      send(request, OracleOutcome.DONE, body);
    } catch (OracleRefusal e) {
      send(
          request,
          OracleOutcome.REFUSED,
          out -> {
            out.writeInt(e.phase().ordinal());
            out.writeInt(e.code().number());
            OracleFrames.writeText(out, e.getMessage());
          });
    } catch (WeirException e) {
      send(
          request,
          OracleOutcome.ASKED_WRONGLY,
          out -> {
            out.writeInt(e.code().number());
            OracleFrames.writeText(out, String.valueOf(e.getMessage()));
          });
    } catch (RuntimeException | IOException e) {
      send(request, OracleOutcome.FAILED, out -> OracleFrames.writeText(out, e.toString()));
    }
  }

  private void send(OracleFrames.Frame request, OracleOutcome outcome, OracleFrames.Body body) {
    try {
      synchronized (writing) {
        OracleFrames.write(channel, request.request(), outcome.ordinal(), body);
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(1); // no one is left to answer
    }
  }

  private OracleFrames.Body bodyFor(OracleCommand command, DataInputStream in) throws IOException {
    return switch (command) {
      case OPEN -> {
        SessionSettings settings = OracleFrames.readSettings(in);
        graph = EmbeddedTensorFlow.withSharedThreads(OracleFrames.readBytes(in), settings);
        yield out -> {};
      }
      case RUN -> {
        Map<String, Tensor> feeds = OracleFrames.readFeeds(in);
        List<String> fetches = OracleFrames.readTexts(in);
        List<String> targets = OracleFrames.readTexts(in);
        List<Tensor> results =
            client.isOpen()
                ? client.open().run(feeds, fetches, targets)
                : graph().run(feeds, fetches, targets);
        yield out -> OracleFrames.writeTensors(out, results);
      }
      case INFER -> {
        String endpoint = OracleFrames.readText(in);
        EmbeddedTensorFlow open = graph();
        int dtype = open.outputDtype(endpoint).number();
        var shape = open.inferredShape(endpoint);
        yield out -> {
          out.writeInt(dtype);
          OracleFrames.writeShape(out, shape);
        };
      }
      case ADD_GRADIENTS -> {
        List<String> ys = OracleFrames.readTexts(in);
        List<String> xs = OracleFrames.readTexts(in);
        List<String> added =
            graph().addGradients(ys, xs, OracleFrames.readTexts(in)).stream()
                .map(endpoint -> endpoint == null ? "" : endpoint)
                .toList();
        yield out -> OracleFrames.writeTexts(out, added);
      }
      case CLOSE -> {
        if (client.isOpen()) {
          client.close();
        } else {
          graph().close();
          graph = null;
        }
        yield out -> {};
      }
      case OPS -> {
        byte[] ops = NativeBuffers.take(TF_GetAllOpList());
        String version = TF_Version().getString();
        yield out -> {
          OracleFrames.writeText(out, version);
          OracleFrames.writeBytes(out, ops);
        };
      }
      case KERNELS -> {
        byte[] kernels = kernels(OracleFrames.readText(in));
        yield out -> OracleFrames.writeBytes(out, kernels);
      }
      case MEMORY -> {
        System.gc();
        yield out -> {
          out.writeLong(Pointer.totalCount());
          out.writeLong(Pointer.physicalBytes());
        };
      }
      default -> client.bodyFor(command, in);
    };
  }

  private static byte[] kernels(String op) {
    try (NativeStatus status = new NativeStatus()) {
      var kernels = TF_GetRegisteredKernelsForOp(op, status.handle());
      status.check(OracleRefusal.Phase.RUN);
      return NativeBuffers.take(kernels);
    }
  }

  private EmbeddedTensorFlow graph() {
    EmbeddedTensorFlow open = graph;
    if (open == null) {
      throw WeirException.failedPrecondition("the oracle process has no graph");
    }
    return open;
  }
}
