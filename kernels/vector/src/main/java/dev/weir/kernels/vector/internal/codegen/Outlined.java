package dev.weir.kernels.vector.internal.codegen;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.weir.kernels.vector.internal.support.RowReduction;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Methods that C2 compiles on their own. It inlines one loop over vectors after the other into the
 * method that calls them all, until that becomes too large, and boxes every vector from there on.
 * Methods of more than some 300 bytes of code it never inlines; these begin with bytes that do
 * nothing.
 */
public final class Outlined {
  /** More than {@code FreqInlineSize}, which is 325. */
  private static final int PADDING = 330;

  private static final ClassDesc ROWS = RowReduction.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc TYPE =
      MethodTypeDesc.of(CD_void, CD_long, CD_long, CD_long, CD_long);

  /** One for each op and type. */
  private static final Map<RowReduction, RowReduction> KNOWN = new ConcurrentHashMap<>();

  private Outlined() {}

  /** Makes a method too large to be inlined. */
  static void pad(CodeBuilder code) {
    for (int i = 0; i < PADDING; i++) {
      code.nop();
    }
  }

  /** A reduction whose loop is not inlined into its caller. */
  public static RowReduction of(RowReduction reduction) {
    return KNOWN.computeIfAbsent(reduction, Outlined::outlined);
  }

  private static RowReduction outlined(RowReduction loop) {
    ClassDesc self = ClassDesc.of(Outlined.class.getPackageName(), "OutlinedRows");
    byte[] file =
        ClassFile.of()
            .build(
                self,
                type ->
                    type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                        .withInterfaceSymbols(ROWS)
                        .withMethodBody(INIT_NAME, MTD_void, 0, Outlined::constructor)
                        .withMethodBody("rows", TYPE, ClassFile.ACC_PUBLIC, Outlined::rows));
    return Generated.instance(file, loop, RowReduction.class);
  }

  static void constructor(CodeBuilder code) {
    code.aload(0).invokespecial(ConstantDescs.CD_Object, INIT_NAME, MTD_void).return_();
  }

  private static void rows(CodeBuilder code) {
    pad(code);
    code.loadConstant(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA, DEFAULT_NAME, ROWS))
        .lload(1)
        .lload(3)
        .lload(5)
        .lload(7)
        .invokeinterface(ROWS, "rows", TYPE)
        .return_();
  }
}
