package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.Audience;
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
  private static final int FEWEST_OPS = 600;

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
  void publicOpsAndNoOthersHaveAMethodInAFacade() throws IOException {
    Set<String> inGroups = new HashSet<>();
    for (Field group : Ops.class.getFields()) {
      inGroups.addAll(constantsOf(group.getType()));
    }
    Set<String> built = new HashSet<>(inGroups);
    built.addAll(constantsOf(Ops.class));
    built.addAll(constantsOf(CheckpointOps.class));
    Set<String> missing = new TreeSet<>();
    Set<String> superfluous = new TreeSet<>();
    for (OpDefinition op : ops()) {
      String name = op.signature().name();
      boolean isPublic = OpRegistry.standard().audience(name) == Audience.PUBLIC;
      if (isPublic && !built.contains(name)) {
        missing.add(name);
      }
      if (!isPublic && inGroups.contains(name)) {
        superfluous.add(name);
      }
    }
    assertThat(missing).as("public ops without a method").isEmpty();
    assertThat(superfluous).as("methods of ops that are not public").isEmpty();
  }

  @Test
  void aPublicOpIsBuiltByTheGroupItsPackageIsNamedAfter() throws IOException {
    Set<String> elsewhere = new TreeSet<>();
    for (Field group : Ops.class.getFields()) {
      List<String> built = constantsOf(group.getType());
      String room = Ops.class.getPackageName() + "." + group.getName();
      for (OpDefinition op : ops()) {
        String name = op.signature().name();
        String home = op.getClass().getPackageName();
        boolean isHere = home.equals(room) || home.startsWith(room + ".");
        boolean isPublic = OpRegistry.standard().audience(name) == Audience.PUBLIC;
        if (isHere && isPublic && !built.contains(name)) {
          elsewhere.add(group.getName() + ": " + name);
        }
      }
    }
    assertThat(elsewhere).isEmpty();
  }

  @Test
  void everyPackageOfOpsIsNamedAfterAGroup() {
    Set<String> groups = new HashSet<>();
    for (Field group : Ops.class.getFields()) {
      groups.add(group.getName());
    }
    String root = Ops.class.getPackageName() + ".";
    Set<String> homes = new TreeSet<>();
    for (OpDefinition op : ops()) {
      String home = op.getClass().getPackageName();
      if (home.startsWith(root)) {
        homes.add(home.substring(root.length()).split("\\.", -1)[0]);
      }
    }
    assertThat(homes).containsExactlyInAnyOrderElementsOf(groups);
  }

  @Test
  void namesOfGradientAndRuntimeOpsSaySo() {
    OpRegistry registry = OpRegistry.standard();
    for (OpDefinition op : ops()) {
      String name = op.signature().name();
      Audience audience = registry.audience(name);
      assertThat(name.startsWith("_") || name.startsWith("Weir"))
          .as("%s is for %s", name, audience)
          .isEqualTo(audience == Audience.RUNTIME);
      if (name.endsWith("Grad") || name.contains("GradV")) {
        assertThat(audience).as(name).isNotEqualTo(Audience.PUBLIC);
      }
    }
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

  /** The strings in a class and those it extends: a facade method names the op it builds. */
  private static List<String> constantsOf(Class<?> facade) throws IOException {
    List<String> strings = new ArrayList<>();
    for (Class<?> type = facade;
        type != null && type != Object.class;
        type = type.getSuperclass()) {
      strings.addAll(ownConstantsOf(type));
    }
    return strings;
  }

  private static List<String> ownConstantsOf(Class<?> type) throws IOException {
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
