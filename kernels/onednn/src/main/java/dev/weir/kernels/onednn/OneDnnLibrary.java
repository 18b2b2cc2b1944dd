package dev.weir.kernels.onednn;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The shared libraries of oneDNN, loaded once per process and never unloaded.
 *
 * <p>The first caller unpacks and loads them; if that fails, the reason is kept and given to every
 * caller. {@link Dnnl} must not be touched before {@link #unavailableBecause()} has been asked.
 */
final class OneDnnLibrary {

  private sealed interface Outcome {}

  private record Loaded(SymbolLookup symbols, DnnlVersion version, Path folder)
      implements Outcome {}

  private record Refused(String reason) implements Outcome {}

  private static @Nullable Outcome outcome;

  private OneDnnLibrary() {}

  /** Why oneDNN cannot be used in this process, in one sentence; empty if it can. */
  static Optional<String> unavailableBecause() {
    return switch (outcome()) {
      case Loaded loaded -> Optional.empty();
      case Refused refused -> Optional.of(refused.reason);
    };
  }

  /** Finds the functions of oneDNN and of the OpenMP runtime it is bound to. */
  static SymbolLookup symbols() {
    return switch (outcome()) {
      case Loaded loaded -> loaded.symbols;
      case Refused refused -> throw new OneDnnException(DnnlStatus.RUNTIME_ERROR, refused.reason);
    };
  }

  /** Version and origin of what was loaded, for the log; empty if nothing was. */
  static Optional<String> description() {
    return outcome() instanceof Loaded loaded
        ? Optional.of("oneDNN %s from %s".formatted(loaded.version, loaded.folder))
        : Optional.empty();
  }

  /** The sentence for a platform, or the absence of one, whose jar is not on the classpath. */
  static String missing(Optional<Platform> platform) {
    return platform
        .map(
            it ->
                "oneDNN is not on the classpath: add org.bytedeco:dnnl with the classifier "
                    + it.classifier())
        .orElseGet(
            () ->
                "oneDNN is not published for %s on %s"
                    .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
  }

  private static synchronized Outcome outcome() {
    Outcome known = outcome;
    if (known == null) {
      known = load(Platform.current());
      outcome = known;
    }
    return known;
  }

  private static Outcome load(Optional<Platform> platform) {
    List<URL> resources = platform.map(OneDnnLibrary::resources).orElse(List.of());
    if (platform.isEmpty() || resources.isEmpty()) {
      return new Refused(missing(platform));
    }
    OpenMpEnvironment.prepare();
    try {
      Path folder = new LibraryCache(LibraryCache.userFolder()).unpack(resources);
      return loaded(platform.get(), folder);
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      return loadTemporarily(platform.get(), resources, reason(e));
    }
  }

  /** For a home that cannot be written, or not executed from. */
  private static Outcome loadTemporarily(Platform platform, List<URL> resources, String before) {
    try {
      Path folder = new LibraryCache(Files.createTempDirectory("weir-")).unpack(resources);
      try {
        return loaded(platform, folder);
      } finally {
        LibraryCache.discard(folder);
      }
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      return new Refused(
          "oneDNN could not be loaded: %s; then, from a temporary folder: %s"
              .formatted(before, reason(e)));
    }
  }

  private static Outcome loaded(Platform platform, Path folder) {
    SymbolLookup symbols = open(platform, folder);
    DnnlVersion version = DnnlVersion.of(symbols);
    return version
        .unusableBecause()
        .<Outcome>map(Refused::new)
        .orElseGet(() -> new Loaded(symbols, version, folder));
  }

  private static String reason(Throwable failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  /** Where the files of the platform are on the classpath; empty unless all are there. */
  private static List<URL> resources(Platform platform) {
    List<URL> found = new ArrayList<>();
    for (String file : platform.files()) {
      URL url = OneDnnLibrary.class.getClassLoader().getResource(platform.resourceFolder() + file);
      if (url == null) {
        return List.of();
      }
      found.add(url);
    }
    return found;
  }

  /**
   * Opens OpenMP before oneDNN, so that oneDNN binds to the runtime beside it and not to another of
   * the same name. Symbols are looked for in oneDNN first: that finds the OpenMP runtime it really
   * uses, even if the process had loaded one of its own before.
   */
  private static SymbolLookup open(Platform platform, Path folder) {
    SymbolLookup openMp = name -> Optional.empty();
    if (platform.openMpFile() != null) {
      openMp = open(folder.resolve(platform.openMpFile()));
    } else if (platform.openMpSystemName() != null) {
      openMp = SymbolLookup.libraryLookup(platform.openMpSystemName(), Arena.global());
    }
    return open(folder.resolve(platform.dnnlFile())).or(openMp);
  }

  private static SymbolLookup open(Path library) {
    try {
      return SymbolLookup.libraryLookup(library, Arena.global());
    } catch (IllegalArgumentException e) {
      // Only System.load reports what the dynamic linker had to say.
      System.load(library.toAbsolutePath().toString());
      throw e;
    }
  }
}
