package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which classes of Weir read the wall clock: docs/failures.md names what they use it for, and
 * {@link TestClockJump} shifts it for all of them.
 */
final class TestWallClockReaders {
  private static final List<ClassModel> CLASSES = new ArrayList<>();

  @BeforeAll
  static void readClasses() throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (path.endsWith("test-classes")) {
        continue;
      }
      if (Files.isDirectory(path)) {
        readClasses(path.resolve("dev/weir"));
      } else if (path.getFileName().toString().startsWith("weir-")) {
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          readClasses(jar.getPath("/dev/weir"));
        }
      }
    }
    assertThat(CLASSES).hasSizeGreaterThan(1_000);
  }

  private static void readClasses(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        CLASSES.add(ClassFile.of().parse(Files.readAllBytes(file)));
      }
    }
  }

  private static String topLevel(ClassModel type) {
    String name = type.thisClass().asInternalName();
    int nested = name.indexOf('$');
    return name.substring(name.lastIndexOf('/') + 1, nested < 0 ? name.length() : nested);
  }

  /** If you add one, say in docs/failures.md what happens to it when the clock jumps. */
  @Test
  void onlyTheseReadTheWallClock() {
    TreeSet<String> readers = new TreeSet<>();
    for (ClassModel type : CLASSES) {
      if (!WallClockCalls.of(type).isEmpty()) {
        readers.add(topLevel(type));
      }
    }
    assertThat(readers)
        .containsExactly(
            "EventRecorder",
            "EventWriter",
            "ReceivedTensorMessages",
            "StepTraces",
            "SystemTime",
            "Timestamp",
            "WallClock");
  }

  @Test
  void theAgentShiftsTheClockForAllOfThem() {
    for (ClassModel type : CLASSES) {
      assertThat(WallClockCalls.notShifted(type)).as(topLevel(type)).isEmpty();
    }
  }
}
