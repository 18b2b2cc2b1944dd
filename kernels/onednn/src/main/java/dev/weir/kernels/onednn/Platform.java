package dev.weir.kernels.onednn;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A platform that {@code org.bytedeco:dnnl} is published for, and the files it carries there.
 *
 * @param classifier the Maven classifier, also the name of the resource folder
 * @param openMpFile the OpenMP runtime in the jar, or null where the system's is used
 * @param openMpSystemName what the system calls its OpenMP runtime where the jar carries none
 * @param dnnlFile oneDNN itself
 */
record Platform(
    String classifier,
    @Nullable String openMpFile,
    @Nullable String openMpSystemName,
    String dnnlFile) {

  private static final List<Platform> SUPPORTED =
      List.of(
          new Platform("linux-x86_64", "libgomp.so.1", null, "libdnnl.so.3"),
          new Platform("linux-arm64", "libgomp.so.1", null, "libdnnl.so.3"),
          new Platform("macosx-x86_64", "libiomp5.dylib", null, "libdnnl.3.dylib"),
          new Platform("macosx-arm64", "libomp.dylib", null, "libdnnl.3.dylib"),
          new Platform("windows-x86_64", null, "vcomp140.dll", "dnnl.dll"));

  /** The platform of this process. */
  static Optional<Platform> current() {
    return detect(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /**
   * The platform for the values of the system properties {@code os.name} and {@code os.arch}; empty
   * if oneDNN is not published for it.
   */
  static Optional<Platform> detect(String osName, String osArch) {
    String classifier = operatingSystem(osName) + "-" + architecture(osArch);
    return SUPPORTED.stream().filter(each -> each.classifier.equals(classifier)).findFirst();
  }

  /** Folder of the libraries on the classpath, ending with a slash. */
  String resourceFolder() {
    return "org/bytedeco/dnnl/" + classifier + "/";
  }

  /** The files to unpack, each after those it needs. */
  List<String> files() {
    return openMpFile == null ? List.of(dnnlFile) : List.of(openMpFile, dnnlFile);
  }

  private static String operatingSystem(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("mac") || name.startsWith("darwin")) {
      return "macosx";
    }
    return name.startsWith("windows") ? "windows" : name;
  }

  private static String architecture(String osArch) {
    return switch (osArch.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64", "x64" -> "x86_64";
      case "aarch64", "arm64" -> "arm64";
      default -> osArch;
    };
  }
}
