package dev.weir.graph.graphdef;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.schema.ResourceHandleProto;
import dev.weir.schema.TensorProto;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads tensors of strings and resource handles. */
final class ObjectTensorReader {
  private static final int POINTER_BYTES = 8;

  private final Expansion expansion;

  ObjectTensorReader(Expansion expansion) {
    this.expansion = expansion;
  }

  Tensor read(TensorProto proto, DType dtype, Shape shape) {
    if (dtype == DType.VARIANT) {
      throw WeirException.unimplemented("a constant cannot be of type variant: variant%s", shape);
    }
    List<ByteString> packed =
        proto.getTensorContent().isEmpty() ? List.of() : unpack(proto, dtype, shape);
    int given = Math.max(packed.size(), valueCount(proto, dtype));
    long count = shape.elements();
    expansion.charge(Math.max(0, count - given), POINTER_BYTES, dtype + "" + shape);
    Tensor tensor = Tensor.allocate(dtype, shape);
    Object last = dtype == DType.STRING ? new byte[0] : ResourceHandle.none();
    for (int i = 0; i < count; i++) {
      if (i < packed.size()) {
        last = packed(packed.get(i), dtype);
      } else if (i < given) {
        last = value(proto, dtype, i);
      } else if (dtype == DType.RESOURCE) {
        last = ResourceHandle.none();
      }
      tensor.setObject(i, last);
    }
    return tensor.freeze();
  }

  private static int valueCount(TensorProto proto, DType dtype) {
    if (!proto.getTensorContent().isEmpty()) {
      return 0;
    }
    return dtype == DType.STRING ? proto.getStringValCount() : proto.getResourceHandleValCount();
  }

  private static Object value(TensorProto proto, DType dtype, int i) {
    return dtype == DType.STRING
        ? proto.getStringVal(i).toByteArray()
        : handle(proto.getResourceHandleVal(i));
  }

  private static Object packed(ByteString bytes, DType dtype) {
    if (dtype == DType.STRING) {
      return bytes.toByteArray();
    }
    try {
      return handle(ResourceHandleProto.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw new WeirException(ErrorCode.DATA_LOSS, "a resource handle is damaged", e);
    }
  }

  /** Reads as many lengths as there are elements, then the bytes of each. */
  private static List<ByteString> unpack(TensorProto proto, DType dtype, Shape shape) {
    ByteString content = proto.getTensorContent();
    long count = shape.elements();
    try {
      if (count > content.size()) {
        throw new IOException("there is less than a byte an element");
      }
      CodedInputStream in = content.newCodedInput();
      int[] lengths = new int[(int) count];
      for (int i = 0; i < lengths.length; i++) {
        lengths[i] = in.readUInt32();
      }
      List<ByteString> elements = new ArrayList<>(lengths.length);
      int at = in.getTotalBytesRead();
      for (int length : lengths) {
        if (length < 0 || length > content.size() - at) {
          throw new IOException("the lengths add up to more than what follows");
        }
        elements.add(content.substring(at, at + length));
        at += length;
      }
      if (at != content.size()) {
        throw new IOException((content.size() - at) + " bytes are left over");
      }
      return elements;
    } catch (IOException e) {
      throw new WeirException(
          ErrorCode.DATA_LOSS,
          "the "
              + content.size()
              + " bytes of "
              + dtype
              + shape
              + " are damaged: "
              + e.getMessage(),
          e);
    }
  }

  static ResourceHandle handle(ResourceHandleProto proto) {
    List<ResourceHandle.TypeAndShape> contents = new ArrayList<>();
    for (ResourceHandleProto.DtypeAndShape entry : proto.getDtypesAndShapesList()) {
      contents.add(
          new ResourceHandle.TypeAndShape(
              DTypes.read(entry.getDtypeValue()), Shapes.read(entry.getShape())));
    }
    return new ResourceHandle(
        proto.getDevice(),
        proto.getContainer(),
        proto.getName(),
        proto.getHashCode(),
        proto.getMaybeTypeName(),
        contents);
  }
}
