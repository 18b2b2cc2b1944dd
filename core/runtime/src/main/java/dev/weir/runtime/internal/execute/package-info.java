/**
 * Running a plan: dependency counts, dead values, loops as tagged frames.
 *
 * <p>An {@link dev.weir.runtime.internal.execute.ExecutionPlan} is made once and never changes; a
 * {@link dev.weir.runtime.internal.execute.Step} is made for every run. The two are never mixed.
 */
@NullMarked
package dev.weir.runtime.internal.execute;

import org.jspecify.annotations.NullMarked;
