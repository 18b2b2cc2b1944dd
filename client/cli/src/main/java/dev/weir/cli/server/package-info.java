/**
 * {@code weir server}: one task of a cluster. {@link dev.weir.cli.server.ServerCommand} is the way
 * in; {@link dev.weir.cli.server.ServerFlags} has what the command line and the environment say,
 * checked.
 */
@NullMarked
package dev.weir.cli.server;

import org.jspecify.annotations.NullMarked;
