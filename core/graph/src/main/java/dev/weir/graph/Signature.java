package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The interface of an op: its name, inputs, outputs and attributes, all with TensorFlow's names. It
 * is written as one line, and that line is its documentation:
 *
 * <pre>
 * MatMul(a: T, b: T) -> (product: T) transpose_a:bool=false; T:type in [float, double];
 * </pre>
 *
 * <p>An argument's type is an element type ({@code float}), an attribute that holds one ({@code
 * T}), {@code N*T} for as many tensors as the attribute {@code N} says, {@code Tin...} for one
 * tensor per entry of a list of types; {@code ref T} makes it a reference to mutable state. An
 * attribute has a kind, and may have a default ({@code =}), allowed values ({@code in}) and a
 * minimum ({@code >=}): of the value of a number, of the length of a list. At the end stand the
 * words {@code commutative}, {@code aggregate}, {@code stateful} and {@code uninitialized-ok} that
 * apply.
 */
public record Signature(
    String name,
    List<Arg> inputs,
    List<Arg> outputs,
    List<Attr> attrs,
    boolean commutative,
    boolean aggregate,
    boolean stateful,
    boolean acceptsUninitialized) {

  public Signature {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    attrs = List.copyOf(attrs);
  }

  /**
   * An input or output: a tensor, or several of them.
   *
   * @param type the element type, if it is always the same
   * @param typeAttr the attribute that holds the element type, or the list of types
   * @param isTypeList whether {@code typeAttr} holds a list, one entry a tensor
   * @param numberAttr the attribute that says how many tensors there are
   * @param isRef whether it is a reference to mutable state
   */
  public record Arg(
      String name,
      @Nullable DType type,
      @Nullable String typeAttr,
      boolean isTypeList,
      @Nullable String numberAttr,
      boolean isRef) {
    private static final int MAX_TENSORS = 1 << 20;

    /** The element types of the tensors of this argument. */
    public List<DType> dtypes(Attributes attrs) {
      if (isTypeList && typeAttr != null) {
        return attrs.types(typeAttr);
      }
      DType one = type != null ? type : typeAttr != null ? attrs.type(typeAttr) : null;
      if (one == null) {
        throw WeirException.internal("argument \"%s\" has no type", name);
      }
      long count = numberAttr == null ? 1 : attrs.integer(numberAttr);
      if (count < 0 || count > MAX_TENSORS) {
        throw WeirException.invalidArgument(
            "%s is at most %d tensors, not %d", name, MAX_TENSORS, count);
      }
      return Collections.nCopies((int) count, one);
    }

    /** Whether this can be any number of tensors. */
    public boolean isList() {
      return isTypeList || numberAttr != null;
    }
  }

  /**
   * An attribute the op has.
   *
   * @param isList whether its value is a list of {@code type}
   * @param defaultValue used where a node does not say
   * @param allowed the only values it may have; empty if any will do
   * @param minimum the least value of a number, or length of a list
   */
  public record Attr(
      String name,
      AttrType type,
      boolean isList,
      @Nullable AttrValue defaultValue,
      List<AttrValue> allowed,
      @Nullable Long minimum) {

    public Attr {
      allowed = List.copyOf(allowed);
    }

    /** {@code int} or {@code list(int)}. */
    public String kind() {
      return isList ? "list(" + type.text() + ")" : type.text();
    }
  }

  /** This interface under another name. */
  public Signature renamed(String other) {
    return new Signature(
        other, inputs, outputs, attrs, commutative, aggregate, stateful, acceptsUninitialized);
  }

  /** Reads the line that defines an op. */
  public static Signature of(String line) {
    return new SignatureParser(line).parse();
  }

  /** The attribute of this name, or null. */
  public @Nullable Attr attr(String attrName) {
    for (Attr attr : attrs) {
      if (attr.name().equals(attrName)) {
        return attr;
      }
    }
    return null;
  }

  /** The element types of all inputs, in order, once the attributes are known. */
  public List<DType> inputDtypes(Attributes values) {
    return flatten(inputs, values);
  }

  /** The element types of all outputs, in order, once the attributes are known. */
  public List<DType> outputDtypes(Attributes values) {
    return flatten(outputs, values);
  }

  private static List<DType> flatten(List<Arg> args, Attributes values) {
    List<DType> all = new ArrayList<>(args.size());
    args.forEach(arg -> all.addAll(arg.dtypes(values)));
    return all;
  }

  /** Which flattened inputs are references to mutable state. */
  public boolean[] inputIsRef(Attributes values) {
    return isRef(inputs, values);
  }

  /** Which flattened outputs are references to mutable state. */
  public boolean[] outputIsRef(Attributes values) {
    return isRef(outputs, values);
  }

  /** Whether some output is a reference to mutable state. */
  boolean hasReferenceOutput() {
    for (Arg output : outputs) {
      if (output.isRef()) {
        return true;
      }
    }
    return false;
  }

  private static boolean[] isRef(List<Arg> args, Attributes values) {
    boolean[] refs = new boolean[flatten(args, values).size()];
    int i = 0;
    for (Arg arg : args) {
      for (int n = arg.dtypes(values).size(); n > 0; n--) {
        refs[i++] = arg.isRef();
      }
    }
    return refs;
  }

  /** The line that defines the op. */
  @Override
  public String toString() {
    return SignatureParser.print(this);
  }
}
