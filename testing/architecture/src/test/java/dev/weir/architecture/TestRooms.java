package dev.weir.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who may know whom. */
final class TestRooms {
  /** Raise it as the code grows: a rule over no classes proves nothing. */
  private static final int FEWEST_CLASSES = 1_000;

  /**
   * Packages that count as another. {@code graph} and {@code graph.kernel}: an op's definition has
   * its reference kernel, and what a kernel is told describes a node. {@code train} and its ops of
   * epochs: they number epochs with the type that programs use.
   */
  private static final Map<String, String> COUNTS_AS =
      Map.of(
          "dev.weir.graph.kernel", "dev.weir.graph",
          "dev.weir.train.internal.epoch", "dev.weir.train");

  /**
   * The packages, one slice each. A package and its {@code internal} package count as one: the
   * interface and the entry to its implementation. Packages below {@code internal} do not.
   */
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          String name = type.getPackageName();
          return SliceIdentifier.of(
              COUNTS_AS.getOrDefault(name, name.replaceFirst("\\.internal$", "")));
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  private static final Set<String> CORE = Set.of("error", "json", "tensor", "time");

  /** Every room and the rooms it may use besides itself; nothing depends on the kernels. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("error", Set.of()),
          Map.entry("json", Set.of("error")),
          Map.entry("tensor", Set.of("error")),
          Map.entry("time", Set.of()),
          Map.entry("graph", with(CORE, "schema")),
          Map.entry("ops", with(CORE, "graph")),
          Map.entry("autodiff", with(CORE, "graph", "ops")),
          Map.entry("runtime", with(CORE, "graph", "schema")),
          Map.entry("cluster", with(CORE, "graph", "runtime", "schema")),
          Map.entry("zookeeper", with(CORE, "cluster")),
          Map.entry("kernels.vector", with(CORE, "graph")),
          Map.entry("kernels.onednn", with(CORE, "graph")),
          Map.entry(
              "train", with(CORE, "graph", "ops", "autodiff", "runtime", "checkpoint", "records")),
          Map.entry("records", with(CORE, "graph", "schema")),
          Map.entry("checkpoint", with(CORE, "graph", "schema", "records")),
          Map.entry(
              "cli",
              with(
                  CORE,
                  "graph",
                  "ops",
                  "runtime",
                  "checkpoint",
                  "records",
                  "train",
                  "autodiff",
                  "cluster",
                  "examples")),
          Map.entry("testkit", with(CORE, "graph", "ops", "runtime", "checkpoint")),
          Map.entry(
              "conformance",
              with(CORE, "autodiff", "cluster", "graph", "ops", "runtime", "testkit")),
          Map.entry(
              "bench", with(CORE, "graph", "ops", "runtime", "checkpoint", "train", "conformance")),
          Map.entry(
              "examples",
              with(
                  CORE,
                  "graph",
                  "ops",
                  "autodiff",
                  "runtime",
                  "cluster",
                  "checkpoint",
                  "records",
                  "train")));

  /**
   * Rooms that may use the internal packages of another. What tests and measures the parts of a
   * module has to name them; no other room may.
   */
  private static final Map<String, Set<String>> FRIENDS =
      Map.of(
          "runtime", Set.of("cluster", "testkit", "conformance", "fuzz", "bench"),
          "cluster", Set.of("cli"));

  @Test
  void allClassesAreAnalyzed() {
    assertThat(Code.MAIN.size()).isGreaterThanOrEqualTo(FEWEST_CLASSES);
  }

  @Test
  void everyRoomIsListed() {
    Set<String> rooms = new TreeSet<>();
    Code.MAIN.forEach(type -> rooms.add(Code.room(type)));
    assertThat(MAY_USE.keySet()).as("rooms with a rule").containsAll(rooms);
  }

  @Test
  void roomsUseOnlyWhatTheyMay() {
    classes().should(useOnlyAllowedRooms()).allowEmptyShould(true).check(Code.MAIN);
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .assignedFrom(PACKAGES)
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void runtimeNeverNamesAnOrdinaryOp() {
    noClasses()
        .that()
        .resideInAPackage("dev.weir.runtime..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("dev.weir.ops.."))
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void mastersAndWorkersShareOnlyTheTaskPackage() {
    String master = "dev.weir.cluster.internal.master..";
    String worker = "dev.weir.cluster.internal.worker..";
    noClasses()
        .that()
        .resideInAPackage(master)
        .should()
        .dependOnClassesThat(resideInAnyPackage(worker))
        .check(Code.MAIN);
    noClasses()
        .that()
        .resideInAPackage(worker)
        .should()
        .dependOnClassesThat(resideInAnyPackage(master))
        .check(Code.MAIN);
  }

  @Test
  void internalPackagesAreClosed() {
    assertThat(Code.MAIN.stream().filter(TestRooms::isInternal).map(Code::room))
        .as("rooms with internal packages")
        .containsAll(FRIENDS.keySet());
    classes().should(stayOutOfInternalPackages()).check(Code.MAIN);
  }

  @Test
  void useOfInternalPackagesIsFound() {
    assertThat(
            classes()
                .that()
                .resideInAPackage("dev.weir.cluster..")
                .should(stayOutOfInternalPackages(Map.of()))
                .evaluate(Code.MAIN)
                .hasViolation())
        .as("the cluster uses internals of the runtime, which the rule sees unless told otherwise")
        .isTrue();
  }

  @Test
  void vectorApiStaysInItsKernels() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.weir.kernels.vector..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("jdk.incubator.vector.."))
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void foreignMemoryStaysInTheMemoryPackageAndTheKernels() {
    noClasses()
        .that()
        // the limit of a kernel is the native function it calls, called bare;
        // what TensorFlow's C interface lacks is called in C++
        .resideOutsideOfPackages(
            "dev.weir.tensor.memory..",
            "dev.weir.kernels..",
            "dev.weir.bench.limit..",
            "dev.weir.conformance.symbols..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.lang.foreign.."))
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  private static Set<String> with(Set<String> some, String... more) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(List.of(more));
    return all;
  }

  private static ArchCondition<JavaClass> useOnlyAllowedRooms() {
    return new ArchCondition<>("use only the rooms below them") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Set<String> allowed = MAY_USE.getOrDefault(Code.room(type), Set.of());
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass();
          String room = Code.room(target);
          if (target.getPackageName().startsWith("dev.weir.")
              && !room.equals(Code.room(type))
              && !allowed.contains(room)) {
            events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
          }
        }
      }
    };
  }

  private static boolean isInternal(JavaClass type) {
    return type.getPackageName().matches("dev\\.weir\\.(.*\\.)?internal(\\..*)?");
  }

  private static ArchCondition<JavaClass> stayOutOfInternalPackages() {
    return stayOutOfInternalPackages(FRIENDS);
  }

  private static ArchCondition<JavaClass> stayOutOfInternalPackages(
      Map<String, Set<String>> friends) {
    return new ArchCondition<>("not use another room's internal packages") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass();
          String room = Code.room(target);
          if (isInternal(target)
              && !room.equals(Code.room(type))
              && !friends.getOrDefault(room, Set.of()).contains(Code.room(type))) {
            events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
          }
        }
      }
    };
  }
}
