package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes between a test and its oracle process. A frame is its length (4 bytes), the number of
 * the request it belongs to (8 bytes), a command or an outcome (1 byte), and the rest as the
 * command says. Both ends run on one machine, so numeric tensors travel in its byte order.
 */
final class OracleFrames {
  private static final int HEADER = Integer.BYTES + Long.BYTES + 1;

  /** Writes the part of a frame that depends on its kind. */
  @FunctionalInterface
  interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  /** A frame that was read. */
  record Frame(long request, byte kind, DataInputStream body) {}

  private OracleFrames() {}

  /** Sends a frame. One thread at a time may write to a channel. */
  static void write(SocketChannel channel, long request, int kind, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(0);
      out.writeLong(request);
      out.writeByte(kind);
      body.write(out);
    }
    ByteBuffer frame = ByteBuffer.wrap(bytes.toByteArray());
    frame.putInt(0, frame.capacity() - Integer.BYTES);
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  /** The next frame; null if the other end has closed the channel. */
  static @Nullable Frame read(SocketChannel channel) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    if (!fill(channel, length)) {
      return null;
    }
    ByteBuffer frame = ByteBuffer.allocate(length.getInt(0));
    if (!fill(channel, frame)) {
      throw new EOFException("the oracle's channel ended within a frame");
    }
    int header = HEADER - Integer.BYTES;
    byte[] bytes = frame.array();
    return new Frame(
        frame.getLong(0),
        frame.get(Long.BYTES),
        new DataInputStream(new ByteArrayInputStream(bytes, header, bytes.length - header)));
  }

  private static boolean fill(SocketChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      writeText(out, text);
    }
  }

  static List<String> readTexts(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(readText(in));
    }
    return texts;
  }

  static void writeSettings(DataOutputStream out, SessionSettings settings) throws IOException {
    writeText(out, settings.target());
    out.writeInt(settings.threads());
    out.writeBoolean(settings.optimized());
    out.writeLong(settings.deadline().toMillis());
  }

  static SessionSettings readSettings(DataInputStream in) throws IOException {
    return new SessionSettings(
        readText(in), in.readInt(), in.readBoolean(), Duration.ofMillis(in.readLong()));
  }

  static void writeShape(DataOutputStream out, Shape shape) throws IOException {
    if (!shape.hasRank()) {
      out.writeInt(-1);
      return;
    }
    long[] sizes = shape.sizes();
    out.writeInt(sizes.length);
    for (long size : sizes) {
      out.writeLong(size);
    }
  }

  static Shape readShape(DataInputStream in) throws IOException {
    int rank = in.readInt();
    if (rank < 0) {
      return Shape.unknown();
    }
    long[] sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = in.readLong();
    }
    return Shape.of(sizes);
  }

  static void writeTensor(DataOutputStream out, Tensor tensor) throws IOException {
    out.writeInt(tensor.dtype().number());
    writeShape(out, tensor.shape());
    if (tensor.dtype() == DType.STRING) {
      for (long i = 0; i < tensor.elements(); i++) {
        writeBytes(out, tensor.getBytes(i));
      }
      return;
    }
    byte[] bytes = new byte[Math.toIntExact(tensor.byteSize())];
    if (bytes.length > 0) {
      tensor.asByteBuffer().get(bytes);
    }
    out.write(bytes);
  }

  static Tensor readTensor(DataInputStream in) throws IOException {
    Tensor tensor = Tensor.allocate(DType.ofNumber(in.readInt()), readShape(in));
    if (tensor.dtype() == DType.STRING) {
      for (long i = 0; i < tensor.elements(); i++) {
        tensor.setBytes(i, readBytes(in));
      }
    } else if (tensor.elements() > 0) {
      byte[] bytes = in.readNBytes(Math.toIntExact(tensor.byteSize()));
      tensor.buffer().copyFromByteBuffer(ByteBuffer.wrap(bytes), 0);
    }
    return tensor.freeze();
  }

  static void writeTensors(DataOutputStream out, List<Tensor> tensors) throws IOException {
    out.writeInt(tensors.size());
    for (Tensor tensor : tensors) {
      writeTensor(out, tensor);
    }
  }

  static List<Tensor> readTensors(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<Tensor> tensors = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tensors.add(readTensor(in));
    }
    return tensors;
  }

  static void writeFeeds(DataOutputStream out, Map<String, Tensor> feeds) throws IOException {
    writeTexts(out, List.copyOf(feeds.keySet()));
    writeTensors(out, List.copyOf(feeds.values()));
  }

  static Map<String, Tensor> readFeeds(DataInputStream in) throws IOException {
    List<String> names = readTexts(in);
    List<Tensor> tensors = readTensors(in);
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      feeds.put(names.get(i), tensors.get(i));
    }
    return feeds;
  }

  static void writeDevices(DataOutputStream out, List<TensorFlowDevice> devices)
      throws IOException {
    out.writeInt(devices.size());
    for (TensorFlowDevice device : devices) {
      writeText(out, device.name());
      writeText(out, device.type());
      out.writeLong(device.memoryBytes());
      out.writeLong(device.incarnation());
    }
  }

  static List<TensorFlowDevice> readDevices(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<TensorFlowDevice> devices = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      devices.add(new TensorFlowDevice(readText(in), readText(in), in.readLong(), in.readLong()));
    }
    return devices;
  }

  /** Reads what cannot fail to be read, as it is in memory. */
  @FunctionalInterface
  interface Reading<T> {
    T from(DataInputStream body) throws IOException;
  }

  static <T> T read(DataInputStream body, Reading<T> reading) {
    try {
      return reading.from(body);
    } catch (EOFException e) {
      throw WeirException.internal("an answer of the oracle process is too short");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
