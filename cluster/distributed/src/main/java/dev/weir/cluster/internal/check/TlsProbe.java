package dev.weir.cluster.internal.check;

import dev.weir.cluster.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** The handshake of TLS, as far as a check needs it. */
final class TlsProbe {
  private TlsProbe() {}

  /** The socket behind TLS, with HTTP/2 agreed on; closing it closes both. */
  static Socket secure(SSLContext tls, Socket socket, HostPort target) throws IOException {
    SSLSocket secured =
        (SSLSocket) tls.getSocketFactory().createSocket(socket, target.host(), target.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"h2"});
    secured.setSSLParameters(parameters);
    try {
      secured.startHandshake();
      return secured;
    } catch (IOException e) {
      socket.close();
      throw e instanceof SSLException ? e : new SSLException(e.getMessage(), e);
    }
  }

  /** In one line what went wrong. */
  static String explain(SSLException failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.contains("unrecognized SSL message") || message.contains("plaintext")) {
      return "it does not use TLS, which this client requires (is it started with certificates?)";
    }
    if (message.contains("PKIX") || message.contains("No subject alternative")) {
      return "its certificate is not trusted here: " + message;
    }
    if (message.startsWith("Received fatal alert") || message.contains("(handshake_failure)")) {
      return "it rejects this client's certificate or protocol: " + message;
    }
    return "the TLS handshake failed: " + message;
  }

  /** Whether the server answers TLS with a certificate, which is not verified. */
  static boolean speaksTls(InetSocketAddress where, RemainingTime countdown) {
    Witness witness = new Witness();
    try (Socket socket = new Socket()) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {witness}, null);
      socket.connect(where, countdown.millisLeft());
      socket.setSoTimeout(countdown.millisLeft());
      secure(context, socket, new HostPort(where.getHostString(), where.getPort())).close();
    } catch (IOException | GeneralSecurityException e) {
      return witness.sawCertificate; // it always ends here, for the witness trusts no certificate
    }
    return witness.sawCertificate;
  }

  /** Trusts no certificate, and records that it was asked. */
  private static final class Witness implements X509TrustManager {
    private volatile boolean sawCertificate;

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      sawCertificate = true;
      throw new CertificateException("seen, and not trusted");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("no client is trusted");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
