package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import dev.weir.cluster.internal.protobuf.EncodedTensors.Part;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.ByteSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a message with tensors together. Numbers that are 0, flags that are false and empty text are
 * left out, as the format has it. Not thread-safe.
 */
final class ProtobufWriter {
  /** Elements of fewer bytes are copied among the tags: that is cheaper than a reference. */
  private static final int SMALL = 1 << 10;

  private static final int INITIAL_BYTES = 128;
  private static final int TENSOR_NAME = 1;
  private static final int TENSOR_VALUE = 2;

  private final List<Part> parts = new ArrayList<>();
  private final ByteArrayOutputStream run = new ByteArrayOutputStream(INITIAL_BYTES);
  private final CodedOutputStream out = CodedOutputStream.newInstance(run, INITIAL_BYTES);
  private long size;

  ProtobufWriter number(int field, long value) {
    if (value != 0) {
      write(() -> out.writeInt64(field, value));
    }
    return this;
  }

  ProtobufWriter flag(int field, boolean value) {
    return number(field, value ? 1 : 0);
  }

  ProtobufWriter text(int field, String value) {
    return value.isEmpty() ? this : texts(field, List.of(value));
  }

  ProtobufWriter texts(int field, List<String> values) {
    write(
        () -> {
          for (String value : values) {
            out.writeString(field, value);
          }
        });
    return this;
  }

  ProtobufWriter bytes(int field, byte[] value) {
    write(() -> out.writeByteArray(field, value));
    return this;
  }

  ProtobufWriter message(int field, MessageLite value) {
    write(() -> out.writeMessage(field, value));
    return this;
  }

  ProtobufWriter named(int field, List<NamedValue> tensors) {
    for (NamedValue tensor : tensors) {
      byte[] header = TensorHeader.of(tensor.value());
      long valueSize = header.length + tensor.value().byteSize();
      long length =
          CodedOutputStream.computeStringSize(TENSOR_NAME, tensor.name())
              + 1
              + CodedOutputStream.computeUInt64SizeNoTag(valueSize)
              + valueSize;
      write(
          () -> {
            tag(field, length);
            out.writeString(TENSOR_NAME, tensor.name());
          });
      tensor(TENSOR_VALUE, header, tensor.value());
    }
    return this;
  }

  ProtobufWriter tensor(int field, Tensor tensor) {
    tensor(field, TensorHeader.of(tensor), tensor);
    return this;
  }

  private void tensor(int field, byte[] header, Tensor tensor) {
    write(
        () -> {
          tag(field, header.length + tensor.byteSize());
          out.writeRawBytes(header);
        });
    if (tensor.byteSize() > SMALL) {
      endRun();
      parts.add(new Part.Elements(tensor.shared()));
      size += tensor.byteSize();
    } else if (tensor.byteSize() > 0) {
      byte[] elements = new byte[(int) tensor.byteSize()];
      tensor.buffer().copyToArray(0, elements, 0, elements.length);
      write(() -> out.writeRawBytes(elements));
    }
  }

  private void tag(int field, long length) throws IOException {
    out.writeTag(field, ProtobufReader.LENGTH_DELIMITED);
    out.writeUInt64NoTag(length);
  }

  private void endRun() {
    write(out::flush);
    if (run.size() > 0) {
      parts.add(new Part.Bytes(run.toByteArray()));
      size += run.size();
      run.reset();
    }
  }

  /** The message with these fields. If they cannot be written nothing stays held. */
  EncodedTensors finish(Runnable fields) {
    try {
      fields.run();
      return finish();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The message, which has the references from now on. */
  EncodedTensors finish() {
    endRun();
    if (size > Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "a message would take %s; one can hold at most 2 GiB", ByteSize.format(size));
    }
    return new EncodedTensors(parts, (int) size);
  }

  private void close() {
    EncodedTensors.release(parts);
    parts.clear();
  }

  /** Writing to memory. */
  private interface Writing {
    void write() throws IOException;
  }

  private static void write(Writing writing) {
    try {
      writing.write();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
  }
}
