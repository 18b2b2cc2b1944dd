package dev.weir.cluster.internal.transport;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The identity of a process in mutual TLS: its certificate, its key and the authorities it trusts,
 * from PEM files that are read again within a second of a change. Thread-safe.
 *
 * <p>How a transport uses it:
 *
 * <ul>
 *   <li>Ask for {@link #current} (or an engine) <em>for every new connection</em> and keep nothing
 *       of it: after a reload the next connection uses the new files. A reload makes a new {@link
 *       SSLContext}, so no session or ticket of the old one is resumed. Connections that are open
 *       stay open.
 *   <li>{@link #serverEngine} demands a certificate from the client; {@link #clientEngine} checks
 *       the name of the server against its certificate, and that the certificate is not limited to
 *       clients.
 *   <li>When the handshake of an accepted connection is over, {@code
 *       CertificateRoles.ofPeer(engine.getSession())} says what the caller may do: {@code
 *       checkTask} before every worker method except GetStatus, {@code checkClient} before every
 *       master method.
 * </ul>
 *
 * {@snippet :
 * TlsIdentity identity = TlsIdentity.of(chain, key, authority);
 * SSLEngine engine = identity.clientEngine("worker-0.jobs.svc", 2222); // for this connection only
 * }
 */
public final class TlsIdentity {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final long LONGEST_FILE = 16L << 20;
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");
  private static final List<String> KEY_KINDS = List.of("EC", "RSA", "Ed25519", "Ed448");
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private final ReloadedFiles<State> state;

  /**
   * What the files held at one time.
   *
   * @param chain this process's certificate first, then those between it and an authority
   * @param trustManager trusts what the authorities have signed; takes no server whose certificate
   *     is limited to clients
   * @param context makes connections with all of it
   */
  public record State(
      List<X509Certificate> chain,
      PrivateKey key,
      X509ExtendedTrustManager trustManager,
      SSLContext context) {
    /** Keeps a copy of the chain. */
    public State {
      chain = List.copyOf(chain);
    }

    /** What this process may be, by its own certificate. */
    public CertificateRoles roles() {
      return CertificateRoles.of(chain.getFirst());
    }
  }

  private TlsIdentity(ReloadedFiles<State> state) {
    this.state = state;
  }

  /**
   * Reads the files for the first time, and fails if they cannot be used.
   *
   * @param chain this process's certificate, and those between it and the authority
   * @param key its private key, PKCS 8
   * @param authority the certificates of those whose signature counts
   */
  public static TlsIdentity of(Path chain, Path key, Path authority) {
    return of(chain, key, authority, INTERVAL);
  }

  /** The identity of a task, whose certificate must not be limited to clients, now or later. */
  public static TlsIdentity ofTask(Path chain, Path key, Path authority) {
    return ofTask(chain, key, authority, INTERVAL);
  }

  static TlsIdentity of(Path chain, Path key, Path authority, Duration interval) {
    return of(chain, key, authority, interval, state -> {});
  }

  static TlsIdentity ofTask(Path chain, Path key, Path authority, Duration interval) {
    return of(chain, key, authority, interval, state -> checkTask(state, chain));
  }

  private static TlsIdentity of(
      Path chain, Path key, Path authority, Duration interval, Consumer<State> check) {
    return new TlsIdentity(
        new ReloadedFiles<>(
            interval,
            () -> {
              State state = read(chain, key, authority);
              check.accept(state);
              return state;
            },
            chain,
            key,
            authority));
  }

  private static void checkTask(State state, Path chain) {
    if (!state.roles().task()) {
      throw WeirException.invalidArgument(
          "the certificate %s is limited to OU=%s and cannot be that of a task, which needs OU=%s",
          chain, CertificateRoles.CLIENT_UNIT, CertificateRoles.TASK_UNIT);
    }
  }

  /** What the files hold now. Another object than before if, and only if, they were read again. */
  public State current() {
    return state.current();
  }

  /** For one connection that was accepted; it demands a certificate. */
  public SSLEngine serverEngine() {
    SSLEngine engine = current().context().createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  /**
   * For one connection to a server.
   *
   * @param host the name or number that is connected to, which the certificate must have
   */
  public SSLEngine clientEngine(String host, int port) {
    SSLEngine engine = current().context().createSSLEngine(host, port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static State read(Path chain, Path key, Path authority) {
    try {
      List<X509Certificate> own = certificates(chain);
      PrivateKey secret = key(key);
      checkPair(own.getFirst().getPublicKey(), secret);
      X509ExtendedTrustManager trust = trust(certificates(authority));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(own, secret), new TrustManager[] {trust}, null);
      return new State(own, secret, trust, context);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          "the certificates "
              + chain
              + ", "
              + key
              + " and "
              + authority
              + " cannot be used: "
              + reason(e),
          e);
    }
  }

  /** Parsers may quote what they read; of a key nothing may be shown. */
  private static String reason(Exception e) {
    return e instanceof IOException || e instanceof UnusableException
        ? String.valueOf(e.getMessage())
        : e.getClass().getSimpleName();
  }

  /** Why files cannot be used, in words of ours. */
  private static final class UnusableException extends GeneralSecurityException {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  private static byte[] bytes(Path file) throws IOException, UnusableException {
    if (Files.size(file) > LONGEST_FILE) {
      throw new UnusableException(file + " has more than " + LONGEST_FILE + " bytes");
    }
    return Files.readAllBytes(file);
  }

  private static List<X509Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Certificate each :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bytes(file)))) {
      if (each instanceof X509Certificate certificate) {
        certificates.add(certificate);
      }
    }
    if (certificates.isEmpty()) {
      throw new UnusableException("there is no certificate in " + file);
    }
    return certificates;
  }

  private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
    Matcher found = KEY.matcher(new String(bytes(file), StandardCharsets.US_ASCII));
    if (!found.find()) {
      throw new UnusableException("there is no private key in PKCS 8 and PEM in " + file);
    }
    PKCS8EncodedKeySpec encoded =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
    for (String kind : KEY_KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(encoded);
      } catch (GeneralSecurityException e) {
        continue; // a key of another kind
      }
    }
    throw new UnusableException("the private key in " + file + " is none of " + KEY_KINDS);
  }

  /** While files are replaced one after the other, key and certificate may not belong together. */
  private static void checkPair(PublicKey known, PrivateKey secret)
      throws GeneralSecurityException {
    String algorithm =
        switch (secret.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> "EdDSA";
        };
    byte[] text = {1, 2, 3};
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(secret);
      signing.update(text);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(algorithm);
      verifying.initVerify(known);
      verifying.update(text);
      if (verifying.verify(signature)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      throw new UnusableException("the key does not match the certificate");
    }
    throw new UnusableException("the key does not match the certificate");
  }

  private static X509ExtendedTrustManager trust(List<X509Certificate> authorities)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("authority-" + i, authorities.get(i));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return new TaskTrustManager(extended);
      }
    }
    throw new UnusableException("this JDK has no trust manager for X.509");
  }

  private static KeyManager[] keyManagers(List<X509Certificate> chain, PrivateKey key)
      throws IOException, GeneralSecurityException {
    char[] none = {};
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", key, none, chain.toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, none);
    return factory.getKeyManagers();
  }
}
