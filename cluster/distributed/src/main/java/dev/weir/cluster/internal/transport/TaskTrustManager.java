package dev.weir.cluster.internal.transport;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Delegates to another trust manager, but rejects servers whose certificate is limited to clients.
 */
final class TaskTrustManager extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager trusting;

  TaskTrustManager(X509ExtendedTrustManager trusting) {
    this.trusting = trusting;
  }

  private static void checkIsTask(X509Certificate[] chain) throws CertificateException {
    if (!CertificateRoles.of(chain[0]).task()) {
      throw new CertificateException(
          "the certificate of the server is limited to OU="
              + CertificateRoles.CLIENT_UNIT
              + ", and a task needs OU="
              + CertificateRoles.TASK_UNIT);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    trusting.checkServerTrusted(chain, kind);
    checkIsTask(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    trusting.checkServerTrusted(chain, kind, socket);
    checkIsTask(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    trusting.checkServerTrusted(chain, kind, engine);
    checkIsTask(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    trusting.checkClientTrusted(chain, kind);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    trusting.checkClientTrusted(chain, kind, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    trusting.checkClientTrusted(chain, kind, engine);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trusting.getAcceptedIssuers();
  }
}
