/** Ops: functions, conditionals, assertions and identities. */
@NullMarked
package dev.weir.ops.control;

import org.jspecify.annotations.NullMarked;
