package dev.weir.cli.digits;

import java.awt.Shape;

/** A way to write the ten digits: a font, or a pen. */
interface Style {
  /** What is drawn for a digit, in a square of side 1 around 0, x to the right and y down. */
  Shape outline(int digit);

  /** Whether the outline is the way of a pen, to be drawn along, or the border of an area. */
  boolean isPen();
}
