package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The POMs: versions stand in the root's and nowhere else, and all come from the one registry. */
final class TestPoms {
  /** Not part of the build: a project of a user, which names versions as users do. */
  private static final String STANDALONE = "examples/standalone";

  /** The parent of the root POM. */
  private static final String BOM = "dist/bom";

  /** Folders whose modules are libraries that others may build on, and the program among them. */
  private static final Set<String> LIBRARIES =
      Set.of("core", "kernels", "storage", "cluster", "client");

  private static final Set<String> PROGRAMS = Set.of("weir-cli");

  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
  private static final Pattern MANAGED = Pattern.compile("<artifactId>(weir[^<]*)</artifactId>");
  private static final Pattern PLUGIN =
      Pattern.compile(
          "<artifactId>([a-z-]+-plugin)</artifactId>\\s*(?:<!--.*?-->\\s*)?<version>([^<]+)<");
  private static final Pattern ARTIFACT = Pattern.compile("(?m)^  <artifactId>([^<]+)<");

  @Test
  void modulesNameNoVersions() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path pom : modulePoms()) {
      // the first version is the parent's
      if (VERSION.matcher(Files.readString(pom)).results().count() > 1) {
        faults.add(name(pom));
      }
    }
    faults.remove(BOM);
    assertThat(faults).as("POMs with a version of their own").isEmpty();
  }

  @Test
  void noPomNamesARegistry() throws IOException {
    List<Path> poms = new ArrayList<>(modulePoms());
    poms.add(Repository.root().resolve("pom.xml"));
    poms.add(Repository.root().resolve(STANDALONE + "/pom.xml"));
    for (Path pom : poms) {
      assertThat(Files.readString(pom))
          .as(pom.toString())
          .doesNotContain("<repositories>", "<pluginRepositories>", "<distributionManagement>");
    }
  }

  @Test
  void everyModuleIsBuilt() throws IOException {
    String root = Files.readString(Repository.root().resolve("pom.xml"));
    for (Path pom : modulePoms()) {
      assertThat(root).contains("<module>" + name(pom) + "</module>");
    }
  }

  @Test
  void everyModuleIsInTheReadme() throws IOException {
    String readme = Files.readString(Repository.root().resolve("README.md"));
    for (Path pom : modulePoms()) {
      assertThat(readme).contains("`" + name(pom) + "`");
    }
  }

  /**
   * Tests of these modules have ops of their own, in their test sources. Those of ordinary ops that
   * need a session are in {@code testing/testkit}.
   */
  @ParameterizedTest
  @ValueSource(strings = {"core/tensor", "core/graph", "core/runtime"})
  void ordinaryOpsAreNotNeededEvenInTests(String module) throws IOException {
    assertThat(Files.readString(Repository.root().resolve(module + "/pom.xml")))
        .doesNotContain("<artifactId>weir-ops</artifactId>", "<artifactId>weir-testkit");
  }

  @Test
  void theBomListsTheLibrariesAndNothingElse() throws IOException {
    Set<String> libraries = new TreeSet<>(Set.of("weir"));
    for (Path pom : modulePoms()) {
      if (LIBRARIES.contains(name(pom).split("/", -1)[0])) {
        libraries.add(first(ARTIFACT, Files.readString(pom)));
      }
    }
    libraries.removeAll(PROGRAMS);
    String bom = Files.readString(Repository.root().resolve(BOM + "/pom.xml"));
    String managed =
        bom.substring(
            bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
    assertThat(MANAGED.matcher(managed).results().map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(libraries);
    assertThat(VERSION.matcher(managed).results().map(found -> found.group(1)))
        .containsOnly("${project.version}");
  }

  /**
   * Its plugins are then in the local repository, so that the test that builds it needs no network.
   */
  @Test
  void theStandaloneProjectUsesTheVersionsOfThisBuild() throws IOException {
    String standalone = Files.readString(Repository.root().resolve(STANDALONE + "/pom.xml"));
    Map<String, String> versions = plugins(Files.readString(Repository.root().resolve("pom.xml")));
    assertThat(plugins(standalone))
        .isNotEmpty()
        .allSatisfy(
            (plugin, version) -> {
              assertThat(version).as(plugin).isEqualTo(versions.get(plugin));
            });
    assertThat(standalone).contains("<version>" + version() + "</version>");
  }

  @Test
  void theLauncherAndTheReadmeNameTheVersion() throws IOException {
    assertThat(Files.readString(Repository.root().resolve("weir")))
        .contains("-" + version() + ".jar");
    assertThat(Files.readString(Repository.root().resolve("README.md")))
        .contains("<version>" + version() + "</version>");
  }

  private static String version() throws IOException {
    return first(VERSION, Files.readString(Repository.root().resolve(BOM + "/pom.xml")));
  }

  private static Map<String, String> plugins(String pom) {
    Map<String, String> versions = new TreeMap<>();
    PLUGIN.matcher(pom).results().forEach(found -> versions.put(found.group(1), found.group(2)));
    return versions;
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(pattern.toString()).isTrue();
    return matcher.group(1);
  }

  private static String name(Path pom) {
    return Repository.root().relativize(pom.getParent()).toString().replace('\\', '/');
  }

  private static List<Path> modulePoms() throws IOException {
    List<Path> poms = new ArrayList<>();
    try (Stream<Path> rooms = Files.list(Repository.root())) {
      for (Path room : rooms.filter(Files::isDirectory).sorted().toList()) {
        try (Stream<Path> modules = Files.list(room)) {
          modules
              .map(module -> module.resolve("pom.xml"))
              .filter(Files::exists)
              .filter(pom -> !name(pom).equals(STANDALONE))
              .forEach(poms::add);
        }
      }
    }
    return poms;
  }
}
