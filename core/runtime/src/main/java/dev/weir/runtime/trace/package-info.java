/** What happened in a step: which node ran when, where, how long, and what it produced. */
@NullMarked
package dev.weir.runtime.trace;

import org.jspecify.annotations.NullMarked;
