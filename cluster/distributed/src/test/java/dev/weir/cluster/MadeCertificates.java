package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.Security;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Certificates for the loopback, each signed by itself, made by the JDK's own tool. */
public final class MadeCertificates {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** A JVM that starts on a busy machine. */
  private static final long LONGEST_SECONDS = 120;

  private final Path folder;

  /** Makes them in a folder. */
  public MadeCertificates(Path folder) {
    this.folder = folder;
  }

  /** A member's certificate; members trust only each other. */
  public Security.Certificates member()
      throws IOException, InterruptedException, GeneralSecurityException {
    return certificates("member");
  }

  /** A certificate that members do not trust; its owner trusts the members. */
  public Security.Certificates stranger()
      throws IOException, InterruptedException, GeneralSecurityException {
    return certificates("stranger");
  }

  /**
   * A certificate with units in its subject, whose holder trusts some others.
   *
   * @param units such as {@code OU=weir-client}; may be empty
   * @param trusted names of certificates that are made without units if they are not there yet
   */
  public Security.Certificates with(String name, String units, String... trusted)
      throws IOException, InterruptedException, GeneralSecurityException {
    make(name, units.isEmpty() ? "" : ", " + units);
    StringBuilder authorities = new StringBuilder();
    for (String other : trusted) {
      make(other, "");
      authorities.append(Files.readString(folder.resolve(other + ".pem")));
    }
    return new Security.Certificates(
        folder.resolve(name + ".pem"),
        folder.resolve(name + ".key"),
        Files.writeString(folder.resolve(name + ".trusted.pem"), authorities));
  }

  private Security.Certificates certificates(String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    make("member", "");
    make(name, "");
    return new Security.Certificates(
        folder.resolve(name + ".pem"), folder.resolve(name + ".key"), folder.resolve("member.pem"));
  }

  private void make(String name, String units)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
    if (Files.exists(store)) {
      return;
    }
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name + units,
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    write(folder.resolve(name + ".key"), "PRIVATE KEY", keys.getKey(name, PASSWORD).getEncoded());
    write(folder.resolve(name + ".pem"), "CERTIFICATE", keys.getCertificate(name).getEncoded());
  }

  private static void write(Path file, String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }
}
