package dev.weir.cli.cluster;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A Java agent that lets a test shift the wall clock of one process: in all classes but those of
 * the JDK it replaces calls that read it by those of {@link ShiftedClock}.
 */
public final class ClockAgent {
  private static final ClassDesc CLOCK = ClassDesc.of(ShiftedClock.class.getName());

  private ClockAgent() {}

  /** Called by the JVM before the program begins. */
  public static void premain(String file, Instrumentation instrumentation) throws IOException {
    ShiftedClock.shiftBy(new ClockShift(Path.of(file)));
    instrumentation.addTransformer(new Shifting());
  }

  /**
   * Options for the JVM of a process.
   *
   * @param shift the file of its {@link ClockShift}
   */
  static List<String> options(Path folder, Path shift) throws IOException {
    Path jar = folder.resolve("clock-agent.jar");
    if (!Files.exists(jar)) {
      Manifest manifest = new Manifest();
      Attributes attributes = manifest.getMainAttributes();
      attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
      attributes.put(new Attributes.Name("Premain-Class"), ClockAgent.class.getName());
      // its classes are on the class path of processes that tests start
      new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }
    return List.of("-javaagent:" + jar + "=" + shift);
  }

  private static final class Shifting implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (loader == null
          || loader.equals(ClassLoader.getPlatformClassLoader())
          || name.equals(ShiftedClock.class.getName().replace('.', '/'))
          || name.startsWith(ShiftedClock.class.getName().replace('.', '/') + "$")) {
        return null;
      }
      try {
        return shifted(loader, bytes);
      } catch (RuntimeException | Error e) {
        // the JVM would go on with the class as it is
        System.err.println("the clock agent cannot change " + name + ": " + e);
        Runtime.getRuntime().halt(1);
        throw e;
      }
    }

    private static byte @Nullable [] shifted(ClassLoader loader, byte[] bytes) {
      ClassFile file =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      ClassModel type = file.parse(bytes);
      if (WallClockCalls.of(type).isEmpty()) {
        return null;
      }
      CodeTransform calls =
          (code, element) -> {
            if (element instanceof InvokeInstruction call
                && call.opcode() == Opcode.INVOKESTATIC
                && WallClockCalls.isShifted(call.method())) {
              code.invokestatic(CLOCK, call.name().stringValue(), call.typeSymbol());
            } else {
              code.with(element);
            }
          };
      return file.transformClass(type, ClassTransform.transformingMethodBodies(calls));
    }
  }
}
