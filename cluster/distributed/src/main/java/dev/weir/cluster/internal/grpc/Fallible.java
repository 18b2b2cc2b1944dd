package dev.weir.cluster.internal.grpc;

/**
 * A request of somebody who wants failures told either way.
 *
 * @param errorsInBody whether the answer is to tell of a failure, instead of the status of the call
 */
record Fallible<T>(T request, boolean errorsInBody) {}
