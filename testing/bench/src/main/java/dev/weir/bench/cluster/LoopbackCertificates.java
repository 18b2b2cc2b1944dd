package dev.weir.bench.cluster;

import dev.weir.runtime.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate for the loopback with its key, by which the processes of a cluster know each other.
 * The JDK's {@code keytool} makes it, in a folder that goes when this is closed.
 */
final class LoopbackCertificates implements AutoCloseable {
  private static final String ALIAS = "member";
  private static final String PASSWORD = "changeit";
  private static final long LONGEST_SECONDS = 60;

  private final Path folder;

  /** Makes them. */
  LoopbackCertificates() {
    try {
      folder = Files.createTempDirectory("weir-bench-tls");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      make();
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      close();
      throw new IllegalStateException("no certificate can be made", e);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a certificate is made", e);
    }
  }

  private void make() throws IOException, GeneralSecurityException, InterruptedException {
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + ALIAS,
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!keytool.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      keytool.destroyForcibly();
      throw new IOException("keytool takes more than " + LONGEST_SECONDS + " s");
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    write(key(), "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
    write(chain(), "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
  }

  private static void write(Path file, String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }

  private Path chain() {
    return folder.resolve("chain.pem");
  }

  private Path key() {
    return folder.resolve("key.pem");
  }

  /** What a task is told. */
  List<String> options() {
    return List.of(
        "--tls-cert",
        chain().toString(),
        "--tls-key",
        key().toString(),
        "--tls-ca",
        chain().toString());
  }

  /** What a client shows. */
  Credentials credentials() {
    return Credentials.NONE.withCertificates(chain(), key(), chain());
  }

  @Override
  public void close() {
    try {
      for (String name : List.of("store.p12", "key.pem", "chain.pem")) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
