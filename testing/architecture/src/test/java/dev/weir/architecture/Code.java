package dev.weir.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/**
 * The classes the rules look at, read once: every module's main classes, without generated ones.
 */
final class Code {
  static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/dev/weir/schema/"))
          .withImportOption(location -> !location.contains("/dev/weir/architecture/"))
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.weir");

  private Code() {}

  /** The room a class lives in: the first name after {@code dev.weir}, two for the kernels. */
  static String room(JavaClass type) {
    String[] names = type.getPackageName().split("\\.", -1);
    if (names.length < 3) {
      return "";
    }
    return names[2].equals("kernels") && names.length > 3 ? "kernels." + names[3] : names[2];
  }
}
