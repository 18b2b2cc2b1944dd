package dev.weir.conformance;

import dev.weir.graph.AttrValue;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Element types that stand in for one that TensorFlow has no kernel for. Inputs go over value by
 * value; results come back rounded, as an integer type wraps, or as the text of the number.
 */
final class WiderTypes {
  /**
   * A case with one of its type attributes replaced.
   *
   * @param attrs the attributes that are replaced; several if the sample has fixed them
   * @param narrow their type in the case
   * @param wide their type here
   * @param sample the case with the same inputs in the other type
   */
  record Substitute(Set<String> attrs, DType narrow, DType wide, SampleCase sample) {}

  private static final Pattern NUMBER = Pattern.compile("|-?[0-9]+\\.[0-9]+(E-?[0-9]+)?");

  private WiderTypes() {}

  /** What may stand in for a type, best first. */
  static List<DType> of(DType dtype) {
    return switch (dtype) {
      case FLOAT16, BFLOAT16 -> List.of(DType.FLOAT32, DType.FLOAT64);
      case FLOAT32 -> List.of(DType.FLOAT64);
      case FLOAT64 -> List.of(DType.FLOAT32);
      case COMPLEX64 -> List.of(DType.COMPLEX128, DType.FLOAT32);
      case COMPLEX128 -> List.of(DType.COMPLEX64, DType.FLOAT64);
      case UINT64 -> List.of(DType.INT64, DType.UINT32, DType.FLOAT64);
      case QINT8 -> integers(DType.INT8);
      case QUINT8 -> integers(DType.UINT8);
      case QINT16 -> integers(DType.INT16);
      case QUINT16 -> integers(DType.UINT16);
      case QINT32 -> integers(DType.INT32);
      case BOOL -> integers(DType.UINT8);
      case STRING -> List.of(DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.INT32);
      case RESOURCE, VARIANT -> List.of();
      default -> integers(dtype);
    };
  }

  private static List<DType> integers(DType first) {
    List<DType> types = new ArrayList<>();
    for (DType dtype :
        List.of(first, DType.INT32, DType.INT64, DType.UINT8, DType.FLOAT32, DType.FLOAT64)) {
      if (!types.contains(dtype)) {
        types.add(dtype);
      }
    }
    return types;
  }

  /** All ways to replace a type attribute of a case, or those that it fixes to the same type. */
  static List<Substitute> of(SampleCase sample) {
    Signature signature = OpRegistry.standard().get(sample.sample().op()).signature();
    List<Substitute> substitutes = new ArrayList<>();
    sample
        .types()
        .forEach((attr, narrow) -> add(substitutes, signature, sample, Set.of(attr), narrow));
    Map<DType, Set<String>> fixed = new LinkedHashMap<>();
    sample
        .allTypes()
        .forEach(
            (attr, dtype) -> {
              if (!sample.types().containsKey(attr)) {
                fixed.computeIfAbsent(dtype, key -> new LinkedHashSet<>()).add(attr);
              }
            });
    fixed.forEach((narrow, attrs) -> add(substitutes, signature, sample, attrs, narrow));
    return substitutes;
  }

  private static void add(
      List<Substitute> substitutes,
      Signature signature,
      SampleCase sample,
      Set<String> attrs,
      DType narrow) {
    for (DType wide : of(narrow)) {
      if (wide != narrow && attrs.stream().allMatch(attr -> allows(signature, attr, wide))) {
        substitutes.add(substitute(signature, sample, attrs, narrow, wide));
      }
    }
  }

  static boolean allows(Signature signature, String attr, DType dtype) {
    return signature.attrs().stream()
        .filter(each -> each.name().equals(attr))
        .anyMatch(each -> each.allowed().isEmpty() || each.allowed().contains(AttrValue.of(dtype)));
  }

  private static Substitute substitute(
      Signature signature, SampleCase sample, Set<String> attrs, DType narrow, DType wide) {
    OpSample other =
        OpSample.of(sample.sample().op())
            .named(sample.sample().title())
            .runs(sample.sample().runs());
    sample.sample().attrs().forEach(other::attr);
    List<List<Tensor>> tensors = sample.tensors();
    for (int i = 0; i < tensors.size(); i++) {
      boolean isReplaced = attrs.contains(String.valueOf(signature.inputs().get(i).typeAttr()));
      other.list(
          tensors.get(i).stream()
              .map(
                  tensor ->
                      isReplaced && tensor.dtype() == narrow ? converted(tensor, wide) : tensor)
              .map(Values::tensor)
              .toArray(Values[]::new));
    }
    Map<String, DType> types = new LinkedHashMap<>(sample.types());
    for (String attr : attrs) {
      if (types.containsKey(attr)) {
        types.put(attr, wide);
      } else {
        other.attr(attr, wide);
      }
    }
    return new Substitute(attrs, narrow, wide, new SampleCase(other, types));
  }

  /** A tensor's values in another type. */
  static Tensor converted(Tensor tensor, DType dtype) {
    Tensor converted = Tensor.allocate(dtype, tensor.shape());
    for (long i = 0; i < tensor.elements(); i++) {
      convert(tensor, converted, i);
    }
    return converted.freeze();
  }

  private static void convert(Tensor from, Tensor to, long i) {
    DType target = to.dtype();
    if (from.dtype() == DType.STRING) {
      double number = number(from.getString(i));
      if (target.isFloating()) {
        to.setDouble(i, number);
      } else {
        to.setLong(i, (long) number);
      }
    } else if (target == DType.STRING) {
      double number = from.dtype().isFloating() ? from.getDouble(i) : from.getLong(i);
      to.setBytes(i, Double.toString(number).getBytes(StandardCharsets.UTF_8));
    } else if (from.dtype().isComplex() && target.isComplex()) {
      to.setComplex(i, from.getReal(i), from.getImaginary(i));
    } else if (from.dtype().isComplex()) {
      to.setDouble(i, from.getReal(i));
    } else if (target.isComplex()) {
      to.setComplex(i, from.getDouble(i), 0);
    } else if (target.isFloating()) {
      to.setDouble(i, from.dtype().isFloating() ? from.getDouble(i) : from.getLong(i));
    } else if (target == DType.BOOL) {
      to.setBoolean(i, (from.dtype().isFloating() ? from.getDouble(i) : from.getLong(i)) != 0);
    } else {
      to.setLong(i, from.dtype().isFloating() ? (long) from.getDouble(i) : from.getLong(i));
    }
  }

  /** Whether it is texts that are not all numbers: texts were joined, for instance. */
  static boolean isJoined(Tensor result) {
    return result.dtype() == DType.STRING && !areNumbers(result);
  }

  /** Whether all texts show a number, or are filled in: not if texts were joined, for instance. */
  static boolean areNumbers(Tensor texts) {
    for (long i = 0; i < texts.elements(); i++) {
      if (!NUMBER.matcher(texts.getString(i)).matches()) {
        return false;
      }
    }
    return true;
  }

  /** The number a text shows; 0 for a text that is filled in, which is empty. */
  private static double number(String text) {
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }
}
