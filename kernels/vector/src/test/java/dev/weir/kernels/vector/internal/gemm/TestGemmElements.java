package dev.weir.kernels.vector.internal.gemm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Floats and doubles are multiplied by one algorithm: what differs is the name of the type. */
final class TestGemmElements {
  @Test
  void theTwoElementTypesAreEqualButForTheNameOfTheType() throws IOException {
    assertThat(source("Double")).isEqualTo(source("Float"));
  }

  @Test
  void theTwoTypesOfIntegersAreEqualButForTheirNames() throws IOException {
    assertThat(whole("Long")).isEqualTo(whole("Int"));
  }

  /** Sizes are integers too, so that both names of types stand for the one of the elements. */
  private static String whole(String type) throws IOException {
    return source(type)
        .replace("Realeger", "Real") // what is left of the box
        .replace("int", "real")
        .replace("long", "real")
        .replace("Long", "Real");
  }

  /**
   * The source of a class without the name of its type, line breaks, and the casts of factors:
   * these are passed as doubles, whatever the type.
   */
  private static String source(String type) throws IOException {
    Path folder = Path.of("src/main/java", folderOfThisPackage());
    String text = Files.readString(folder.resolve(type + "GemmElement.java"));
    return text.substring(text.indexOf("/**"))
        .replace("(float) f", "f")
        .replaceAll("double (?=get|f\\d)", "")
        .replace(type, "Real")
        .replace(type.toLowerCase(Locale.ROOT), "real")
        .replace(type.toUpperCase(Locale.ROOT), "REAL")
        .replaceAll("\\s+", "");
  }

  private static String folderOfThisPackage() {
    return TestGemmElements.class.getPackageName().replace('.', '/');
  }
}
