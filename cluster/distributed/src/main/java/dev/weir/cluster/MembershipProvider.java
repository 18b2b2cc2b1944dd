package dev.weir.cluster;

import java.time.Duration;

/**
 * Opens memberships that are kept elsewhere, by the scheme their description begins with. Found
 * with {@link java.util.ServiceLoader}, so that a cluster that is written down needs none.
 */
public interface MembershipProvider {
  /** The scheme: what precedes {@code ://}. */
  String scheme();

  /** Opens a membership, or fails within the limit. */
  Membership open(String description, Duration limit);
}
