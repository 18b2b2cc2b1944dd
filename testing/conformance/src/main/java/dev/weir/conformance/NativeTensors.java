package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_AllocateTensor;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteTensor;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Dim;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NumDims;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_GetDataPointer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_GetSize;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorByteSize;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorData;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorFromProto;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_TensorType;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.bytedeco.javacpp.BytePointer;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_TString;
import org.tensorflow.internal.c_api.TF_Tensor;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** Copies tensors to and from TensorFlow, bit by bit, for every dtype that has a value to copy. */
final class NativeTensors {
  private NativeTensors() {}

  /** A copy for TensorFlow, which the caller deletes. */
  static TF_Tensor toNative(Tensor tensor) {
    requireCopyable(tensor.dtype(), "fed");
    if (tensor.dtype() == DType.STRING) {
      return strings(tensor);
    }
    long[] sizes = tensor.shape().sizes();
    TF_Tensor copy =
        TF_AllocateTensor(tensor.dtype().number(), sizes, sizes.length, tensor.byteSize());
    if (tensor.byteSize() > 0) {
      bytesOf(copy, tensor.byteSize()).asByteBuffer().put(tensor.asByteBuffer());
    }
    return copy;
  }

  /** A copy of TensorFlow's tensor, which stays the caller's to delete. */
  static Tensor fromNative(TF_Tensor source) {
    DType dtype = DType.ofNumber(TF_TensorType(source));
    requireCopyable(dtype, "fetched");
    long[] sizes = new long[TF_NumDims(source)];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = TF_Dim(source, i);
    }
    Tensor copy = Tensor.allocate(dtype, Shape.of(sizes));
    if (copy.elements() == 0) {
      return copy.freeze();
    }
    if (dtype == DType.STRING) {
      readStrings(source, copy);
    } else {
      long bytes = TF_TensorByteSize(source);
      if (bytes != copy.byteSize()) {
        throw WeirException.internal(
            "%s%s takes %d bytes, TensorFlow's takes %d",
            dtype, copy.shape(), copy.byteSize(), bytes);
      }
      copy.buffer().copyFromByteBuffer(bytesOf(source, bytes).asByteBuffer(), 0);
    }
    return copy.freeze();
  }

  /** Refuses handles, which mean nothing outside the session that made them. */
  static void requireCopyable(DType dtype, String done) {
    if (dtype == DType.RESOURCE || dtype == DType.VARIANT) {
      throw WeirException.unimplemented("a %s of TensorFlow's cannot be %s", dtype, done);
    }
  }

  private static BytePointer bytesOf(TF_Tensor tensor, long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw WeirException.unimplemented(
          "a tensor of %d bytes: at most 2 GiB can be exchanged with TensorFlow", bytes);
    }
    return new BytePointer(TF_TensorData(tensor)).capacity(bytes);
  }

  // TensorFlow itself builds a string tensor, so that a variable which keeps it keeps its strings.
  private static TF_Tensor strings(Tensor tensor) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (long size : tensor.shape().sizes()) {
      shape.addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
    }
    TensorProto.Builder proto =
        TensorProto.newBuilder().setDtype(DataType.DT_STRING).setTensorShape(shape);
    for (long i = 0; i < tensor.elements(); i++) {
      proto.addStringVal(ByteString.copyFrom(tensor.getBytes(i)));
    }
    TF_Tensor copy = TF_AllocateTensor(DType.FLOAT32.number(), new long[0], 0, Float.BYTES);
    TF_Buffer serialized = NativeBuffers.of(proto.build().toByteArray());
    try (NativeStatus status = new NativeStatus()) {
      TF_TensorFromProto(serialized, copy, status.handle());
      status.check(OracleRefusal.Phase.RUN);
      return copy;
    } catch (OracleRefusal e) {
      TF_DeleteTensor(copy);
      throw e;
    } finally {
      TF_DeleteBuffer(serialized);
    }
  }

  private static void readStrings(TF_Tensor source, Tensor target) {
    TF_TString strings = new TF_TString(TF_TensorData(source));
    for (long i = 0; i < target.elements(); i++) {
      TF_TString string = strings.getPointer(i);
      byte[] bytes = new byte[Math.toIntExact(TF_TString_GetSize(string))];
      if (bytes.length > 0) {
        TF_TString_GetDataPointer(string).capacity(bytes.length).get(bytes);
      }
      target.setBytes(i, bytes);
    }
  }
}
