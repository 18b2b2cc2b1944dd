/**
 * What a task reports over HTTP: whether it is alive, whether it is ready, and its metrics for
 * Prometheus. {@link dev.weir.cluster.internal.http.StatusServer} answers, from a {@link
 * dev.weir.cluster.internal.http.HealthSource} and {@link
 * dev.weir.cluster.internal.http.ServerMetrics}. Nothing here changes a task.
 */
@NullMarked
package dev.weir.cluster.internal.http;

import org.jspecify.annotations.NullMarked;
