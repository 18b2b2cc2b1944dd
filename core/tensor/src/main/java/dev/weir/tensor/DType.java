package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.util.Locale;

/** The type of a tensor's elements, with TensorFlow's names and numbers. */
public enum DType {
  FLOAT32(1, "float32", "float", 4, Kind.FLOAT),
  FLOAT64(2, "float64", "double", 8, Kind.FLOAT),
  INT32(3, "int32", "int32", 4, Kind.SIGNED),
  UINT8(4, "uint8", "uint8", 1, Kind.UNSIGNED),
  INT16(5, "int16", "int16", 2, Kind.SIGNED),
  INT8(6, "int8", "int8", 1, Kind.SIGNED),
  STRING(7, "string", "string", 0, Kind.OBJECT),
  COMPLEX64(8, "complex64", "complex64", 8, Kind.COMPLEX),
  INT64(9, "int64", "int64", 8, Kind.SIGNED),
  BOOL(10, "bool", "bool", 1, Kind.BOOL),
  QINT8(11, "qint8", "qint8", 1, Kind.QUANTIZED),
  QUINT8(12, "quint8", "quint8", 1, Kind.QUANTIZED),
  QINT32(13, "qint32", "qint32", 4, Kind.QUANTIZED),
  BFLOAT16(14, "bfloat16", "bfloat16", 2, Kind.FLOAT),
  QINT16(15, "qint16", "qint16", 2, Kind.QUANTIZED),
  QUINT16(16, "quint16", "quint16", 2, Kind.QUANTIZED),
  UINT16(17, "uint16", "uint16", 2, Kind.UNSIGNED),
  COMPLEX128(18, "complex128", "complex128", 16, Kind.COMPLEX),
  FLOAT16(19, "float16", "half", 2, Kind.FLOAT),
  RESOURCE(20, "resource", "resource", 0, Kind.OBJECT),
  VARIANT(21, "variant", "variant", 0, Kind.OBJECT),
  UINT32(22, "uint32", "uint32", 4, Kind.UNSIGNED),
  UINT64(23, "uint64", "uint64", 8, Kind.UNSIGNED);

  /** What arithmetic an element type has. */
  private enum Kind {
    FLOAT,
    SIGNED,
    UNSIGNED,
    COMPLEX,
    BOOL,
    QUANTIZED,
    OBJECT
  }

  private static final DType[] BY_NUMBER = new DType[24];

  static {
    for (DType dtype : values()) {
      BY_NUMBER[dtype.number] = dtype;
    }
  }

  private final int number;
  private final String text;
  private final String opDefName;
  private final int byteSize;
  private final Kind kind;

  DType(int number, String text, String opDefName, int byteSize, Kind kind) {
    this.number = number;
    this.text = text;
    this.opDefName = opDefName;
    this.byteSize = byteSize;
    this.kind = kind;
  }

  /** The number of this type in TensorFlow's {@code DataType} enumeration. */
  public int number() {
    return number;
  }

  /** The type with this number in TensorFlow's {@code DataType} enumeration. */
  public static DType ofNumber(int number) {
    DType found = number > 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    if (found == null) {
      throw WeirException.invalidArgument("no element type has the number %d", number);
    }
    return found;
  }

  /** The type with this name: {@code float32} or {@code float}, {@code float64}, {@code half}. */
  public static DType ofName(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (DType dtype : values()) {
      if (dtype.text.equals(wanted) || dtype.opDefName.equals(wanted)) {
        return dtype;
      }
    }
    throw WeirException.invalidArgument("no element type is called \"%s\"", name);
  }

  /** The name TensorFlow's op signatures use: {@code float}, {@code double}, {@code half}. */
  public String opDefName() {
    return opDefName;
  }

  /** Bytes an element takes off-heap; 0 for strings, resources and variants, which live on heap. */
  public int byteSize() {
    return byteSize;
  }

  /** Bytes a tensor of this shape takes off-heap. Every size of it must be known. */
  public long byteSize(Shape shape) {
    long elements = shape.elements();
    if (elements == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument("%s%s is not fully known", this, shape);
    }
    if (elements > Long.MAX_VALUE / 16) {
      throw WeirException.invalidArgument("%s%s has too many elements", this, shape);
    }
    return elements * byteSize;
  }

  /** Whether elements are heap objects: strings, resource handles, variants. */
  public boolean isObject() {
    return kind == Kind.OBJECT;
  }

  /** float16, bfloat16, float32, float64. */
  public boolean isFloating() {
    return kind == Kind.FLOAT;
  }

  /** Signed and unsigned integers; not bool, not quantized types. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** Unsigned integers; not quantized types. */
  public boolean isUnsigned() {
    return kind == Kind.UNSIGNED;
  }

  /** complex64 and complex128. */
  public boolean isComplex() {
    return kind == Kind.COMPLEX;
  }

  /** qint8, quint8, qint16, quint16, qint32. */
  public boolean isQuantized() {
    return kind == Kind.QUANTIZED;
  }

  /** The type of a complex number's parts; the type itself if it is not complex. */
  public DType realPart() {
    return switch (this) {
      case COMPLEX64 -> FLOAT32;
      case COMPLEX128 -> FLOAT64;
      default -> this;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
