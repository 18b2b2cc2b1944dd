/** What users take away: libraries for a project of their own, and the distribution. */
@NullMarked
package dev.weir.cli.dist;

import org.jspecify.annotations.NullMarked;
