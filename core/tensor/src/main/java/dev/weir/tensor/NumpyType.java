package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The element type of a {@code .npy} file.
 *
 * @param descr as NumPy writes it: {@code <f4}, {@code |S12}
 * @param dtype the tensor's type
 * @param itemSize bytes of an element in the file
 * @param swapped whether the bytes of a number are in big-endian order
 */
record NumpyType(String descr, DType dtype, long itemSize, boolean swapped) {
  private static final Pattern DESCR = Pattern.compile("([<>|=])?([a-zA-Z])([0-9]{1,10})");
  private static final long LONGEST_STRING = 1L << 30;

  static NumpyType parse(String descr) {
    Matcher matcher = DESCR.matcher(descr);
    if (!matcher.matches()) {
      throw unsupported(descr);
    }
    long count = Long.parseLong(matcher.group(3));
    boolean swapped = ">".equals(matcher.group(1));
    String kind = matcher.group(2);
    if (kind.equals("S") || kind.equals("a") || kind.equals("U")) {
      long size = kind.equals("U") ? 4 * count : count;
      if (size == 0 || size > LONGEST_STRING) {
        throw WeirException.invalidArgument(
            "a string of type '%s' takes %d bytes; from 1 to %d are read",
            descr, size, LONGEST_STRING);
      }
      return new NumpyType(descr, DType.STRING, size, swapped);
    }
    DType dtype =
        switch (kind + count) {
          case "b1" -> DType.BOOL;
          case "i1" -> DType.INT8;
          case "i2" -> DType.INT16;
          case "i4" -> DType.INT32;
          case "i8" -> DType.INT64;
          case "u1" -> DType.UINT8;
          case "u2" -> DType.UINT16;
          case "u4" -> DType.UINT32;
          case "u8" -> DType.UINT64;
          case "f2" -> DType.FLOAT16;
          case "f4" -> DType.FLOAT32;
          case "f8" -> DType.FLOAT64;
          case "c8" -> DType.COMPLEX64;
          case "c16" -> DType.COMPLEX128;
          case "V2" -> DType.BFLOAT16;
          default -> throw unsupported(descr);
        };
    return new NumpyType(descr, dtype, count, swapped);
  }

  private static WeirException unsupported(String descr) {
    return WeirException.unimplemented(
        "the NumPy type '%s' is not read; bool, integers, float16 to float64, complex and strings"
            + " are",
        descr);
  }

  /** Whether strings are in UTF-32, not bytes. */
  boolean isUnicode() {
    return descr.contains("U");
  }

  static NumpyType toWrite(Tensor tensor) {
    String descr =
        switch (tensor.dtype()) {
          case BOOL -> "|b1";
          case INT8, QINT8 -> "|i1";
          case UINT8, QUINT8 -> "|u1";
          case INT16, QINT16 -> "<i2";
          case UINT16, QUINT16 -> "<u2";
          case INT32, QINT32 -> "<i4";
          case UINT32 -> "<u4";
          case INT64 -> "<i8";
          case UINT64 -> "<u8";
          case FLOAT16 -> "<f2";
          case BFLOAT16 -> "<V2";
          case FLOAT32 -> "<f4";
          case FLOAT64 -> "<f8";
          case COMPLEX64 -> "<c8";
          case COMPLEX128 -> "<c16";
          case STRING -> "|S" + longest(tensor);
          case RESOURCE, VARIANT ->
              throw WeirException.invalidArgument(
                  "%s%s cannot be written to a .npy file", tensor.dtype(), tensor.shape());
        };
    return parse(descr);
  }

  private static int longest(Tensor tensor) {
    int longest = 1;
    for (long i = 0; i < tensor.elements(); i++) {
      byte[] bytes = tensor.getBytes(i);
      if (bytes.length > 0 && bytes[bytes.length - 1] == 0) {
        throw WeirException.invalidArgument(
            "string %s ends with the byte 0, which a .npy file does not keep",
            Positions.text(tensor.shape(), i));
      }
      longest = Math.max(longest, bytes.length);
    }
    return longest;
  }
}
