package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The POMs: versions stand in the root's and nowhere else, and all come from the one registry. */
final class TestPoms {
  @Test
  void modulesNameNoVersions() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path pom : modulePoms()) {
      // the first version is the parent's
      if (Files.readString(pom).split("<version>", -1).length - 1 > 1) {
        faults.add(root().relativize(pom).toString());
      }
    }
    assertThat(faults).as("POMs with a version of their own").isEmpty();
  }

  @Test
  void noPomNamesARegistry() throws IOException {
    List<Path> poms = new ArrayList<>(modulePoms());
    poms.add(root().resolve("pom.xml"));
    for (Path pom : poms) {
      assertThat(Files.readString(pom))
          .as(pom.toString())
          .doesNotContain("<repositories>", "<pluginRepositories>", "<distributionManagement>");
    }
  }

  @Test
  void everyModuleIsBuilt() throws IOException {
    String root = Files.readString(root().resolve("pom.xml"));
    for (Path pom : modulePoms()) {
      String module = root().relativize(pom.getParent()).toString().replace('\\', '/');
      assertThat(root).contains("<module>" + module + "</module>");
    }
  }

  private static List<Path> modulePoms() throws IOException {
    List<Path> poms = new ArrayList<>();
    try (Stream<Path> rooms = Files.list(root())) {
      for (Path room : rooms.filter(Files::isDirectory).sorted().toList()) {
        try (Stream<Path> modules = Files.list(room)) {
          modules.map(module -> module.resolve("pom.xml")).filter(Files::exists).forEach(poms::add);
        }
      }
    }
    return poms;
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("not run inside the repository: no folder above holds .mvn");
    }
    return folder;
  }
}
