package dev.weir.cluster.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and its certificate for 127.0.0.1, which signs itself; made by the JDK's own tool. */
final class Keys {
  private static final String PASSWORD = "password";

  private Keys() {}

  /** Shows the certificate and trusts it, and nothing else. */
  static SSLContext context(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("keys.p12");
    if (!Files.exists(file)) {
      make(file);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static void make(Path file) throws IOException, InterruptedException {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    String command =
        "-genkeypair -alias task -keyalg EC -validity 2 -dname CN=task -ext san=ip:127.0.0.1"
            + " -storetype PKCS12 -storepass "
            + PASSWORD;
    ProcessBuilder builder = new ProcessBuilder(tool.toString());
    builder.command().addAll(List.of(command.split(" ")));
    builder.command().addAll(List.of("-keystore", file.toString()));
    Process process = builder.redirectErrorStream(true).start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
