/**
 * What a task tells the outside over HTTP: whether it lives, whether it is ready, and its metrics
 * for Prometheus. {@link dev.weir.cluster.internal.http.StatusServer} answers, from a {@link
 * dev.weir.cluster.internal.http.HealthSource} and {@link
 * dev.weir.cluster.internal.http.ServerMetrics}. Nothing here changes a task.
 */
@NullMarked
package dev.weir.cluster.internal.http;

import org.jspecify.annotations.NullMarked;
