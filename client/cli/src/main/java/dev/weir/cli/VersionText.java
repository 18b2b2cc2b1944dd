package dev.weir.cli;

import picocli.CommandLine;

/** What {@code --version} prints. */
final class VersionText implements CommandLine.IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "weir " + (version == null ? "(built from source)" : version),
      "JDK "
          + Runtime.version()
          + ", "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }
}
