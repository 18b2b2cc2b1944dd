/**
 * Running a plan: dependency counts, dead values, loops as tagged frames.
 *
 * <p>An {@link dev.weir.runtime.execute.ExecutionPlan} is made once and never changes; a {@link
 * dev.weir.runtime.execute.Step} is made for every run. The two are never mixed.
 */
@NullMarked
package dev.weir.runtime.execute;

import org.jspecify.annotations.NullMarked;
