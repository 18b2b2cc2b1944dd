package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate for the loopback, signed by itself, made by the JDK's own tool.
 *
 * @param chain the certificate, PEM
 * @param key its private key, PEM
 */
record MadeCertificate(String chain, String key) {
  private static final String PASSWORD = "changeit";

  static MadeCertificate of(String name, Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve(name + ".p12");
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> who = List.of("-alias", name, "-dname", "CN=" + name, "-validity", "2");
    List<String> where = List.of("-storetype", "PKCS12", "-storepass", PASSWORD);
    ProcessBuilder keytool = new ProcessBuilder(tool, "-genkeypair", "-keyalg", "EC");
    keytool.command().addAll(List.of("-ext", "san=dns:localhost,ip:127.0.0.1"));
    keytool.command().addAll(who);
    keytool.command().addAll(where);
    keytool.command().addAll(List.of("-keystore", store.toString()));
    Process made =
        keytool.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(made.exitValue()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new MadeCertificate(
        pem("CERTIFICATE", keys.getCertificate(name).getEncoded()),
        pem("PRIVATE KEY", keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }
}
