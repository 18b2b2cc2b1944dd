package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Signature;
import dev.weir.schema.NameAttrList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads attributes. */
final class AttrReader {
  private final TensorReader tensors;

  AttrReader(TensorReader tensors) {
    this.tensors = tensors;
  }

  /**
   * Reads a value.
   *
   * @param declared what the op says of the attribute; null if it does not know it
   */
  AttrValue read(String name, dev.weir.schema.AttrValue proto, Signature.@Nullable Attr declared) {
    try {
      return value(proto, declared);
    } catch (WeirException e) {
      throw new WeirException(e.code(), "its attribute \"" + name + "\": " + e.rule(), e);
    }
  }

  private AttrValue value(dev.weir.schema.AttrValue proto, Signature.@Nullable Attr declared) {
    return switch (proto.getValueCase()) {
      case S -> new AttrValue.StringValue(proto.getS().toByteArray());
      case I -> AttrValue.of(proto.getI());
      case F -> AttrValue.of(proto.getF());
      case B -> AttrValue.of(proto.getB());
      case TYPE -> AttrValue.of(DTypes.read(proto.getTypeValue()));
      case SHAPE -> AttrValue.of(Shapes.read(proto.getShape()));
      case TENSOR -> AttrValue.of(tensors.read(proto.getTensor()));
      case FUNC -> function(proto.getFunc());
      case LIST -> list(proto.getList(), declared == null ? AttrType.STRING : declared.type());
      case PLACEHOLDER ->
          throw WeirException.unimplemented(
              "it is the parameter \"%s\" of a function; functions with type parameters"
                  + " are not supported",
              proto.getPlaceholder());
      case VALUE_NOT_SET -> throw WeirException.invalidArgument("it has no value");
    };
  }

  private AttrValue function(NameAttrList proto) {
    Map<String, AttrValue> attrs = new TreeMap<>();
    proto.getAttrMap().forEach((name, value) -> attrs.put(name, read(name, value, null)));
    return new AttrValue.FuncValue(proto.getName(), attrs);
  }

  /** The kind of an empty list does not show; then it is what the op says. */
  private AttrValue list(dev.weir.schema.AttrValue.ListValue proto, AttrType whenEmpty) {
    List<AttrValue> values = new ArrayList<>();
    AttrType type = null;
    for (AttrType candidate : AttrType.values()) {
      int count = count(proto, candidate);
      if (count == 0) {
        continue;
      }
      if (type != null) {
        throw WeirException.invalidArgument(
            "a list holds values of one type, not both %s and %s", type.text(), candidate.text());
      }
      type = candidate;
      IntFunction<AttrValue> get = element(proto, candidate);
      for (int i = 0; i < count; i++) {
        values.add(get.apply(i));
      }
    }
    return new AttrValue.ListValue(type == null ? whenEmpty : type, values);
  }

  private static int count(dev.weir.schema.AttrValue.ListValue proto, AttrType type) {
    return switch (type) {
      case STRING -> proto.getSCount();
      case INT -> proto.getICount();
      case FLOAT -> proto.getFCount();
      case BOOL -> proto.getBCount();
      case TYPE -> proto.getTypeCount();
      case SHAPE -> proto.getShapeCount();
      case TENSOR -> proto.getTensorCount();
      case FUNC -> proto.getFuncCount();
    };
  }

  private IntFunction<AttrValue> element(dev.weir.schema.AttrValue.ListValue proto, AttrType type) {
    return switch (type) {
      case STRING -> i -> new AttrValue.StringValue(proto.getS(i).toByteArray());
      case INT -> i -> AttrValue.of(proto.getI(i));
      case FLOAT -> i -> AttrValue.of(proto.getF(i));
      case BOOL -> i -> AttrValue.of(proto.getB(i));
      case TYPE -> i -> AttrValue.of(DTypes.read(proto.getTypeValue(i)));
      case SHAPE -> i -> AttrValue.of(Shapes.read(proto.getShape(i)));
      case TENSOR -> i -> AttrValue.of(tensors.read(proto.getTensor(i)));
      case FUNC -> i -> function(proto.getFunc(i));
    };
  }
}
