package dev.weir.kernels.vector.internal.codegen;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.WholeElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import jdk.incubator.vector.Vector;

/**
 * Writes the class of a stage. Its functions are constants of the class, so that C2 inlines each at
 * its call:
 *
 * <pre>
 * void vectors(long[] at, int from, int to) {
 *   long a0 = at[0], a1 = at[1], r0 = at[2];
 *   Vector v1 = ELEMENT.broadcast(a1);               // an operand that is repeated
 *   for (int i = from; i &lt; to; i += STEP) {
 *     Vector v0 = ELEMENT.load(a0 + i);
 *     Vector v2 = F0.apply(v0, v1);
 *     Vector v3 = F1.apply(v2);
 *     v3.intoMemorySegment(RawMemory.ALL, r0 + i, Lanes.ORDER);
 *   }
 * }
 * </pre>
 *
 * <p>Both loops are compiled on their own: see {@link Outlined}. All operands are loaded before a
 * result is stored, so a result may be written over an operand.
 */
final class StageWriter {
  private static final ClassDesc VECTOR = desc(Vector.class);
  private static final ClassDesc ELEMENT = desc(Element.class);
  private static final ClassDesc SEGMENT = desc(MemorySegment.class);
  private static final ClassDesc ORDER = desc(ByteOrder.class);
  private static final MethodTypeDesc LOOP =
      MethodTypeDesc.of(CD_void, CD_long.arrayType(), CD_int, CD_int);
  private static final int AT = 1;
  private static final int FROM = 2;
  private static final int TO = 3;

  private final StageShape shape;
  private final ClassDesc self;
  private final List<Object> constants = new ArrayList<>();

  /** Whether single elements are {@code double}, not {@code long}. */
  private final boolean isReal;

  private StageWriter(StageShape shape) {
    this.shape = shape;
    this.self = ClassDesc.of(StageWriter.class.getPackageName(), "GeneratedStage");
    this.isReal = shape.element() instanceof RealElement;
    constants.add(shape.element());
    for (StageShape.Step step : shape.steps()) {
      constants.add(step.function().vectors());
      constants.add(step.function().scalars());
    }
  }

  /** The loops of a stage, of a class of their own. */
  static StageLoop write(StageShape shape) {
    StageWriter writer = new StageWriter(shape);
    return Generated.instance(writer.classFile(), List.copyOf(writer.constants), StageLoop.class);
  }

  private byte[] classFile() {
    return ClassFile.of()
        .build(
            self,
            type ->
                type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                    .withInterfaceSymbols(desc(StageLoop.class))
                    .withMethodBody(INIT_NAME, MTD_void, 0, Outlined::constructor)
                    .withMethodBody("vectors", LOOP, ClassFile.ACC_PUBLIC, this::vectors)
                    .withMethodBody("singles", LOOP, ClassFile.ACC_PUBLIC, this::singles));
  }

  /** Local variables of a loop: addresses, then values. */
  private record Locals(int[] addresses, int[] values) {}

  private Locals locals(CodeBuilder code, boolean inVectors) {
    int[] addresses = new int[shape.addresses()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = code.allocateLocal(TypeKind.LONG);
      code.aload(AT).loadConstant(i).laload().lstore(addresses[i]);
    }
    TypeKind kind = inVectors ? TypeKind.REFERENCE : isReal ? TypeKind.DOUBLE : TypeKind.LONG;
    int[] values = new int[shape.repeated().size() + shape.steps().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = code.allocateLocal(kind);
    }
    return new Locals(addresses, values);
  }

  private void vectors(CodeBuilder code) {
    Outlined.pad(code);
    Locals locals = locals(code, true);
    operands(code, locals, true, true);
    loop(
        code,
        shape.element().step(),
        () -> {
          operands(code, locals, true, false);
          for (int i = 0; i < shape.steps().size(); i++) {
            vectorStep(code, locals, i);
          }
          for (int i = 0; i < shape.results().size(); i++) {
            code.aload(locals.values[shape.results().get(i)])
                .getstatic(desc(RawMemory.class), "ALL", SEGMENT);
            address(code, locals.addresses[shape.repeated().size() + i]);
            code.getstatic(desc(Lanes.class), "ORDER", ORDER)
                .invokevirtual(
                    VECTOR,
                    "intoMemorySegment",
                    MethodTypeDesc.of(CD_void, SEGMENT, CD_long, ORDER));
          }
        });
  }

  private void singles(CodeBuilder code) {
    Outlined.pad(code);
    Locals locals = locals(code, false);
    operands(code, locals, false, true);
    ClassDesc number = number();
    loop(
        code,
        1 << shape.element().shift(),
        () -> {
          operands(code, locals, false, false);
          for (int i = 0; i < shape.steps().size(); i++) {
            singleStep(code, locals, i);
          }
          for (int i = 0; i < shape.results().size(); i++) {
            constant(code, 0, numbers());
            address(code, locals.addresses[shape.repeated().size() + i]);
            load(code, locals.values[shape.results().get(i)]);
            code.invokevirtual(numbers(), "set", MethodTypeDesc.of(CD_void, CD_long, number));
          }
        });
  }

  /** Loads the operands that are repeated, before the loop, or all others. */
  private void operands(CodeBuilder code, Locals locals, boolean inVectors, boolean repeated) {
    for (int i = 0; i < shape.repeated().size(); i++) {
      if (shape.repeated().get(i) != repeated) {
        continue;
      }
      constant(code, 0, inVectors ? ELEMENT : numbers());
      if (repeated) {
        code.lload(locals.addresses[i]);
      } else {
        address(code, locals.addresses[i]);
      }
      if (inVectors) {
        code.invokevirtual(
            ELEMENT, repeated ? "broadcast" : "load", MethodTypeDesc.of(VECTOR, CD_long));
        code.astore(locals.values[i]);
      } else {
        code.invokevirtual(numbers(), "get", MethodTypeDesc.of(number(), CD_long));
        store(code, locals.values[i]);
      }
    }
  }

  private static void loop(CodeBuilder code, int step, Runnable body) {
    Label start = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(start).iload(FROM).iload(TO).if_icmpge(end);
    body.run();
    code.iload(FROM).loadConstant(step).iadd().istore(FROM).goto_(start);
    code.labelBinding(end).return_();
  }

  private void vectorStep(CodeBuilder code, Locals locals, int i) {
    StageShape.Step step = shape.steps().get(i);
    boolean isUnary = step.function().operands() == 1;
    ClassDesc type = desc(isUnary ? LaneFunction.OfOne.class : LaneFunction.OfTwo.class);
    constant(code, 1 + 2 * i, type);
    step.operands().forEach(operand -> code.aload(locals.values[operand]));
    code.invokeinterface(
            type,
            "apply",
            isUnary ? MethodTypeDesc.of(VECTOR, VECTOR) : MethodTypeDesc.of(VECTOR, VECTOR, VECTOR))
        .astore(locals.values[shape.repeated().size() + i]);
  }

  private void singleStep(CodeBuilder code, Locals locals, int i) {
    StageShape.Step step = shape.steps().get(i);
    boolean isUnary = step.function().operands() == 1;
    Class<?> ofReals = isUnary ? DoubleUnaryOperator.class : DoubleBinaryOperator.class;
    Class<?> ofIntegers = isUnary ? LongUnaryOperator.class : LongBinaryOperator.class;
    ClassDesc type = desc(isReal ? ofReals : ofIntegers);
    ClassDesc number = number();
    constant(code, 2 + 2 * i, type);
    step.operands().forEach(operand -> load(code, locals.values[operand]));
    code.invokeinterface(
        type,
        isReal ? "applyAsDouble" : "applyAsLong",
        isUnary ? MethodTypeDesc.of(number, number) : MethodTypeDesc.of(number, number, number));
    round(code);
    store(code, locals.values[shape.repeated().size() + i]);
  }

  /** What a value is after it was stored and loaded again. */
  private void round(CodeBuilder code) {
    if (shape.element().shift() == 2) {
      if (isReal) {
        code.d2f().f2d();
      } else {
        code.l2i().i2l();
      }
    }
  }

  private static void address(CodeBuilder code, int local) {
    code.lload(local).iload(FROM).i2l().ladd();
  }

  private void load(CodeBuilder code, int local) {
    if (isReal) {
      code.dload(local);
    } else {
      code.lload(local);
    }
  }

  private void store(CodeBuilder code, int local) {
    if (isReal) {
      code.dstore(local);
    } else {
      code.lstore(local);
    }
  }

  private ClassDesc number() {
    return isReal ? CD_double : CD_long;
  }

  private ClassDesc numbers() {
    return desc(isReal ? RealElement.class : WholeElement.class);
  }

  private static void constant(CodeBuilder code, int index, ClassDesc type) {
    code.loadConstant(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA_AT, DEFAULT_NAME, type, index));
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
