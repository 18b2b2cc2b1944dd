package dev.weir.cluster;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Opens memberships by their descriptions. */
public final class Memberships {
  private Memberships() {}

  /**
   * Opens what {@code --cluster} may say: {@code ps=host:2222;worker=host:2223}, the name of a file
   * with such text or TensorFlow's JSON, or a place where tasks register, such as {@code
   * zk://host:2181/weir/digits?ps=1&worker=2}.
   *
   * @param limit how long the place may take to answer
   */
  public static Membership open(String description, Duration limit) {
    int scheme = description.indexOf("://");
    if (scheme > 0 && description.substring(0, scheme).matches("[a-z][a-z0-9]*")) {
      return provider(description.substring(0, scheme), description).open(description, limit);
    }
    return new FixedMembership(
        description.isBlank() || description.contains("=")
            ? ClusterSpec.parse(description)
            : ClusterSpec.ofFile(file(description)));
  }

  private static Path file(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          "\"" + name + "\" is neither a cluster such as ps=host:2222 nor the name of a file",
          e);
    }
  }

  private static MembershipProvider provider(String scheme, String description) {
    List<String> known = new ArrayList<>();
    for (MembershipProvider provider : ServiceLoader.load(MembershipProvider.class)) {
      if (provider.scheme().equals(scheme)) {
        return provider;
      }
      known.add(provider.scheme() + "://");
    }
    throw WeirException.invalidArgument(
        "nothing on the class path opens a cluster at %s; known are %s, and zk:// needs the module"
            + " weir-zookeeper",
        description, known);
  }
}
