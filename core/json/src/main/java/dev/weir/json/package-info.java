/**
 * JSON as maps, lists and values, read and written by Jackson's streaming parser and generator,
 * whose types appear nowhere else.
 */
@NullMarked
package dev.weir.json;

import org.jspecify.annotations.NullMarked;
