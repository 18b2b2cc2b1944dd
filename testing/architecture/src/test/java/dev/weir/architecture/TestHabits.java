package dev.weir.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What may appear where. */
final class TestHabits {
  private static final Set<JavaModifier> VISIBLE =
      Set.of(JavaModifier.PUBLIC, JavaModifier.PROTECTED);

  @Test
  void everyPackageIsNullMarked() {
    classes().should(liveInNullMarkedPackages()).allowEmptyShould(true).check(Code.MAIN);
  }

  @Test
  void onlyProgramsPrint() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.weir.cli..", "dev.weir.bench..", "dev.weir.examples..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void logsGoThroughSlf4j() {
    noClasses()
        .that()
        .doNotHaveSimpleName("LibraryLogs") // has others do so
        .and()
        .doNotHaveFullyQualifiedName("dev.weir.cli.LibraryLogs$Settings")
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.util.logging.."))
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void filesArePaths() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.File")
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void kernelsAreFinal() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Kernel")
        .and()
        .areNotInterfaces()
        .and()
        .doNotHaveModifier(JavaModifier.ABSTRACT)
        .should()
        .haveModifier(JavaModifier.FINAL)
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  @Test
  void wireTypesStayOutOfPublicSignatures() {
    classes()
        .that()
        .arePublic()
        .should(keepWireTypesOutOfSignatures())
        .allowEmptyShould(true)
        .check(Code.MAIN);
  }

  private static ArchCondition<JavaClass> liveInNullMarkedPackages() {
    return new ArchCondition<>("live in a package whose package-info says @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        JavaPackage home = type.getPackage();
        if (!home.isAnnotatedWith(NullMarked.class)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, "package " + home.getName() + " is not @NullMarked: " + type.getName()));
        }
      }
    };
  }

  private static ArchCondition<JavaClass> keepWireTypesOutOfSignatures() {
    return new ArchCondition<>("not show protobuf or gRPC types") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          if (visible(unit.getModifiers())) {
            Stream.concat(
                    unit.getReturnType().getAllInvolvedRawTypes().stream(),
                    unit.getParameterTypes().stream()
                        .flatMap(parameter -> parameter.getAllInvolvedRawTypes().stream()))
                .filter(TestHabits::isWireType)
                .forEach(
                    shown ->
                        events.add(
                            SimpleConditionEvent.violated(
                                type, unit.getDescription() + " shows " + shown.getName())));
          }
        }
        for (JavaField field : type.getFields()) {
          if (visible(field.getModifiers())) {
            field.getType().getAllInvolvedRawTypes().stream()
                .filter(TestHabits::isWireType)
                .forEach(
                    shown ->
                        events.add(
                            SimpleConditionEvent.violated(
                                type, field.getDescription() + " shows " + shown.getName())));
          }
        }
      }
    };
  }

  private static boolean visible(Set<JavaModifier> modifiers) {
    return modifiers.stream().anyMatch(VISIBLE::contains);
  }

  private static boolean isWireType(JavaClass type) {
    String name = type.getPackageName() + ".";
    return name.startsWith("com.google.protobuf.")
        || name.startsWith("io.grpc.")
        || name.startsWith("dev.weir.schema.");
  }
}
