package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.transport.Token;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a cluster authenticate each other. With certificates, connections use mutual
 * TLS. With a token, every call presents it; a token alone prevents calls by mistake, but goes over
 * the network in clear text.
 *
 * @param certificates certificates and authority, or null for connections without TLS
 * @param token what every call must name, or null for none
 */
public record Security(@Nullable Certificates certificates, @Nullable Token token) {
  /** Connections without authentication. */
  public static final Security NONE = new Security(null, null);

  /**
   * Files in PEM form.
   *
   * @param chain this task's certificate, and those between it and the authority
   * @param key its private key, PKCS 8
   * @param authority the certificates of those whose signature counts
   */
  public record Certificates(Path chain, Path key, Path authority) {
    /** What the files hold now, and after each change. */
    public TlsIdentity identity() {
      return TlsIdentity.of(chain, key, authority);
    }

    /** The identity of a task: a certificate that is limited to clients is refused. */
    public TlsIdentity taskIdentity() {
      return TlsIdentity.ofTask(chain, key, authority);
    }
  }

  /** Says whether there are certificates and a token, never which. */
  @Override
  public String toString() {
    return "Security[certificates=" + (certificates != null) + ", token=" + (token != null) + "]";
  }
}
