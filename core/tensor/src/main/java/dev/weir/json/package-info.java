/** JSON, as much of it as the command line and the descriptions of clusters need. */
@NullMarked
package dev.weir.json;

import org.jspecify.annotations.NullMarked;
