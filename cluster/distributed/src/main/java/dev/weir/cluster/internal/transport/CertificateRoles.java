package dev.weir.cluster.internal.transport;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * What the holder of a certificate may be. The units (OU) of its subject say it: {@code
 * OU=weir-client} may open sessions and run steps, {@code OU=weir-task} may be a task: serve, and
 * call the worker methods of other tasks. A certificate with both may do both; one with neither is
 * not limited.
 *
 * @param client whether it may be a client
 * @param task whether it may be a task
 */
public record CertificateRoles(boolean client, boolean task) {
  /** The unit that makes a certificate one of a client. */
  public static final String CLIENT_UNIT = "weir-client";

  /** The unit that makes a certificate one of a task. */
  public static final String TASK_UNIT = "weir-task";

  /** Of a certificate that names no role, and of peers without one. */
  public static final CertificateRoles ANY = new CertificateRoles(true, true);

  /** The roles of a certificate's holder. */
  public static CertificateRoles of(X509Certificate certificate) {
    List<String> units = units(certificate);
    boolean client = units.contains(CLIENT_UNIT);
    boolean task = units.contains(TASK_UNIT);
    return client || task ? new CertificateRoles(client, task) : ANY;
  }

  /** The roles of the other end of a connection whose handshake is over. */
  public static CertificateRoles ofPeer(SSLSession session) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain[0] instanceof X509Certificate leaf ? of(leaf) : ANY;
    } catch (SSLPeerUnverifiedException e) {
      throw new WeirException(ErrorCode.UNAUTHENTICATED, "the caller presents no certificate", e);
    }
  }

  private static List<String> units(X509Certificate certificate) {
    String subject = certificate.getSubjectX500Principal().getName();
    List<String> units = new ArrayList<>();
    try {
      for (Rdn part : new LdapName(subject).getRdns()) {
        addUnits(part, units);
      }
      return units;
    } catch (InvalidNameException e) {
      throw new WeirException(
          ErrorCode.UNAUTHENTICATED, "the subject of the certificate is malformed: " + subject, e);
    }
  }

  /** A part may have several attributes: {@code OU=a+CN=b}. */
  private static void addUnits(Rdn part, List<String> units) {
    var values = part.toAttributes().get("OU");
    for (int i = 0; values != null && i < values.size(); i++) {
      try {
        units.add(String.valueOf(values.get(i)));
      } catch (javax.naming.NamingException e) {
        throw new WeirException(ErrorCode.UNAUTHENTICATED, "the subject cannot be read", e);
      }
    }
  }

  /**
   * Refuses a caller whose certificate does not let it call a method of masters.
   *
   * @param method for the message
   */
  public void checkClient(String method) {
    if (!client) {
      throw refused(method, TASK_UNIT, CLIENT_UNIT);
    }
  }

  /**
   * Refuses a caller whose certificate does not let it call a method of workers.
   *
   * @param method for the message
   */
  public void checkTask(String method) {
    if (!task) {
      throw refused(method, CLIENT_UNIT, TASK_UNIT);
    }
  }

  private static WeirException refused(String method, String has, String needed) {
    return new WeirException(
        ErrorCode.PERMISSION_DENIED,
        method
            + " is refused: the caller's certificate is limited to OU="
            + has
            + ", and this call needs OU="
            + needed);
  }
}
