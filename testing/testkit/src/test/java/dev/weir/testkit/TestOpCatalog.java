package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.ops.Ops;
import dev.weir.testkit.samples.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Nothing is half there: what every op of the catalog must have. */
final class TestOpCatalog {
  private static final int FEWEST_OPS = 230;

  /** TensorFlow ends the process here, so there is nothing to compare with. */
  private static final String ENDS_PROCESS = "Abort";

  private static List<OpDefinition> ops() {
    return OpRegistry.standard().all().stream()
        .filter(op -> !op.signature().name().startsWith("Test"))
        .toList();
  }

  @Test
  void theCatalogIsLarge() {
    assertThat(ops().size()).isGreaterThanOrEqualTo(FEWEST_OPS);
  }

  @Test
  void everyOpHasASample() {
    Set<String> sampled = new HashSet<>();
    Samples.all().forEach(sample -> sampled.add(sample.op()));
    Samples.scenarios().forEach(scenario -> sampled.addAll(scenario.ops()));
    Set<String> missing = new TreeSet<>();
    for (OpDefinition op : ops()) {
      String name = op.signature().name();
      if (!sampled.contains(name) && !isMadeByTheRuntime(name) && !name.equals(ENDS_PROCESS)) {
        missing.add(name);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyOpHasAMethodInAFacade() throws IOException {
    Set<String> built = new HashSet<>(constantsOf(Ops.class));
    built.addAll(constantsOf(CheckpointOps.class));
    for (Field group : Ops.class.getFields()) {
      Class<?> facade = group.getType();
      built.addAll(constantsOf(facade));
      for (Field part : facade.getFields()) {
        built.addAll(constantsOf(part.getType()));
      }
    }
    Set<String> missing = new TreeSet<>();
    for (OpDefinition op : ops()) {
      String name = op.signature().name();
      if (!built.contains(name) && !isMadeByTheRuntime(name)) {
        missing.add(name);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void aMissingGradientHasAReason() {
    for (OpDefinition op : ops()) {
      String reason = op.notDifferentiable();
      if (reason != null) {
        assertThat(reason).as(op.signature().name()).hasSizeGreaterThan(10);
      }
    }
  }

  @Test
  void anOpIsOneObjectInOneFile() {
    Set<Class<?>> classes = new HashSet<>();
    for (OpDefinition op : ops()) {
      assertThat(classes.add(op.getClass())).as(op.signature().name()).isTrue();
      assertThat(op.signature()).isSameAs(op.signature());
    }
  }

  private static boolean isMadeByTheRuntime(String op) {
    return op.startsWith("_");
  }

  /** The strings in a class: a facade method names the op it builds. */
  private static List<String> constantsOf(Class<?> type) throws IOException {
    List<String> strings = new ArrayList<>();
    try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      if (bytes == null) {
        return strings;
      }
      ClassModel model = ClassFile.of().parse(bytes.readAllBytes());
      for (PoolEntry entry : model.constantPool()) {
        if (entry instanceof StringEntry string) {
          strings.add(string.stringValue());
        }
      }
    }
    return strings;
  }
}
