/**
 * How sessions run graphs.
 *
 * <p>An {@link dev.weir.runtime.internal.Engine} carries out the steps of a {@link
 * dev.weir.runtime.Session}: {@link dev.weir.runtime.internal.LocalEngine} in this process, the
 * cluster module's engine, found through {@link dev.weir.runtime.internal.Connector}, on a cluster.
 * For this module, the cluster and tests; programs use {@link dev.weir.runtime}.
 */
@NullMarked
package dev.weir.runtime.internal;

import org.jspecify.annotations.NullMarked;
