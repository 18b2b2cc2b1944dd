/**
 * From a graph and what is asked of it to plans that run, in this order: {@link
 * dev.weir.runtime.internal.compile.StepCompiler} prunes, optimizes, places and cuts by task;
 * {@link dev.weir.runtime.internal.compile.PlanCompiler} cuts each part by device and makes plans.
 */
@NullMarked
package dev.weir.runtime.internal.compile;

import org.jspecify.annotations.NullMarked;
