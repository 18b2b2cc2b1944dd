/** JSON, as much of it as the command line needs. */
@NullMarked
package dev.weir.cli.json;

import org.jspecify.annotations.NullMarked;
