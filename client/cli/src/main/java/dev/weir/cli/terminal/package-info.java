/** What people see while a command works: progress, pictures, colors where they are wanted. */
@NullMarked
package dev.weir.cli.terminal;

import org.jspecify.annotations.NullMarked;
