/** What this machine could do at best: native matrix products and copies of memory, called bare. */
@NullMarked
package dev.weir.bench.limit;

import org.jspecify.annotations.NullMarked;
