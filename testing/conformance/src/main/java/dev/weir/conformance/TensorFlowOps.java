package dev.weir.conformance;

import static java.util.stream.Collectors.toUnmodifiableMap;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.KernelDef;
import org.tensorflow.proto.KernelList;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.OpList;

/** TensorFlow's own catalog: the signature of every op it knows, and what its kernels take. */
public final class TensorFlowOps {
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(1);
  private static final Catalog CATALOG =
      ask(
          OracleCommand.OPS,
          out -> {},
          in -> new Catalog(OracleFrames.readText(in), OracleFrames.readBytes(in)));
  private static final Map<String, OpDef> OPS = readOps(CATALOG);

  private TensorFlowOps() {}

  /** TensorFlow's version, such as {@code 2.18.0}. */
  public static String version() {
    return CATALOG.version();
  }

  /** The names of all ops, sorted. */
  public static Set<String> names() {
    return new TreeSet<>(OPS.keySet());
  }

  /** The signature of an op; empty if TensorFlow has no such op. */
  public static Optional<OpSignature> signature(String opName) {
    return Optional.ofNullable(OPS.get(opName)).map(OpSignatureReader::read);
  }

  /** The signature of an op in one line, as {@link OpSignature#toString} writes it. */
  public static Optional<String> signatureOf(String opName) {
    return signature(opName).map(OpSignature::toString);
  }

  /**
   * A serialized {@code GraphDef} as TensorFlow takes it if it contains an op: an op that is
   * retired is taken only from graphs of before its retirement.
   */
  static byte[] readable(String opName, byte[] graphDef) {
    OpDef op = OPS.get(opName);
    if (op == null || op.getDeprecation().getVersion() == 0) {
      return graphDef;
    }
    try {
      GraphDef.Builder old = GraphDef.parseFrom(graphDef).toBuilder();
      old.getVersionsBuilder().setProducer(op.getDeprecation().getVersion() - 1);
      return old.build().toByteArray();
    } catch (InvalidProtocolBufferException e) {
      throw new WeirException(ErrorCode.INTERNAL, "a GraphDef of Weir's is unreadable", e);
    }
  }

  /**
   * The dtypes that some CPU kernel of an op takes for one of its type attributes; empty if it has
   * no CPU kernel. A kernel that does not name the attribute takes all that the signature allows.
   */
  public static Set<DType> kernelDtypes(String opName, String attrName) {
    Set<DType> allowed = signatureDtypes(opName, attrName);
    Set<DType> found = EnumSet.noneOf(DType.class);
    for (KernelDef kernel : cpuKernels(opName)) {
      found.addAll(constraint(kernel, attrName).orElse(allowed));
    }
    found.retainAll(allowed);
    return found;
  }

  /**
   * Whether a single CPU kernel takes all these types together: {@code hasCpuKernel("Gather",
   * Map.of("Tparams", FLOAT32, "Tindices", INT64))}.
   */
  public static boolean hasCpuKernel(String opName, Map<String, DType> types) {
    for (Map.Entry<String, DType> type : types.entrySet()) {
      if (!signatureDtypes(opName, type.getKey()).contains(type.getValue())) {
        return false;
      }
    }
    return cpuKernels(opName).stream().anyMatch(kernel -> takes(kernel, types));
  }

  private static boolean takes(KernelDef kernel, Map<String, DType> types) {
    return types.entrySet().stream()
        .allMatch(
            type ->
                constraint(kernel, type.getKey())
                    .map(taken -> taken.contains(type.getValue()))
                    .orElse(true));
  }

  /** The dtypes an op's signature allows for a type attribute. */
  private static Set<DType> signatureDtypes(String opName, String attrName) {
    for (OpDef.AttrDef attribute : op(opName).getAttrList()) {
      if (attribute.getName().equals(attrName) && attribute.getType().contains("type")) {
        return attribute.hasAllowedValues()
            ? dtypes(attribute.getAllowedValues().getList().getTypeList())
            : EnumSet.allOf(DType.class);
      }
    }
    throw WeirException.notFound("%s has no type attribute \"%s\"", opName, attrName);
  }

  private static Optional<Set<DType>> constraint(KernelDef kernel, String attrName) {
    return kernel.getConstraintList().stream()
        .filter(constraint -> constraint.getName().equals(attrName))
        .findFirst()
        .map(constraint -> dtypes(constraint.getAllowedValues().getList().getTypeList()));
  }

  /** Of TensorFlow's types, those that Weir has too. */
  private static Set<DType> dtypes(Collection<DataType> types) {
    Set<DType> dtypes = EnumSet.noneOf(DType.class);
    for (DType dtype : DType.values()) {
      if (types.contains(DataType.forNumber(dtype.number()))) {
        dtypes.add(dtype);
      }
    }
    return dtypes;
  }

  /** The kernels a graph gets on a CPU: a labeled kernel is used only where it is asked for. */
  private static List<KernelDef> cpuKernels(String opName) {
    op(opName);
    byte[] kernels =
        ask(
            OracleCommand.KERNELS,
            out -> OracleFrames.writeText(out, opName),
            OracleFrames::readBytes);
    try {
      return KernelList.parseFrom(kernels).getKernelList().stream()
          .filter(kernel -> kernel.getDeviceType().equals("CPU") && kernel.getLabel().isEmpty())
          .toList();
    } catch (InvalidProtocolBufferException e) {
      throw unreadable("kernels", e);
    }
  }

  private static OpDef op(String opName) {
    OpDef op = OPS.get(opName);
    if (op == null) {
      throw WeirException.notFound("TensorFlow has no op \"%s\"", opName);
    }
    return op;
  }

  /** TensorFlow's version and its serialized {@code OpList}. */
  private record Catalog(String version, byte[] ops) {}

  private static <T> T ask(
      OracleCommand command, OracleFrames.Body question, OracleFrames.Reading<T> answer) {
    OracleProcess process = OracleProcesses.lease();
    try {
      return OracleFrames.read(process.ask(command, LONGEST_ANSWER, question), answer);
    } finally {
      OracleProcesses.release(process);
    }
  }

  private static Map<String, OpDef> readOps(Catalog serialized) {
    try {
      return OpList.parseFrom(serialized.ops()).getOpList().stream()
          .collect(toUnmodifiableMap(OpDef::getName, Function.identity()));
    } catch (InvalidProtocolBufferException e) {
      throw unreadable("ops", e);
    }
  }

  private static WeirException unreadable(String what, InvalidProtocolBufferException cause) {
    return new WeirException(
        ErrorCode.INTERNAL, "TensorFlow's list of " + what + " is unreadable", cause);
  }
}
