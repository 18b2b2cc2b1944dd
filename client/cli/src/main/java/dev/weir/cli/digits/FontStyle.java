package dev.weir.cli.digits;

import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The digits of a font. */
final class FontStyle implements Style {
  private static final Logger LOG = LoggerFactory.getLogger(FontStyle.class);

  /** More fonts take longer to open than they teach. */
  private static final int MOST = 48;

  private final Shape[] outlines;

  private FontStyle(Shape[] outlines) {
    this.outlines = outlines;
  }

  /** The installed fonts that have digits, in the order of their names; none if there are none. */
  static List<Style> installed() {
    List<Style> styles = new ArrayList<>();
    try {
      Font[] fonts = GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts();
      Arrays.sort(fonts, Comparator.comparing(Font::getFontName));
      for (Font font : fonts) {
        if (styles.size() < MOST) {
          of(font).ifPresent(styles::add);
        }
      }
    } catch (RuntimeException | LinkageError | InternalError e) {
      // a JDK without its font libraries, or a machine without any font
      LOG.info("no fonts can be used: {}", e.toString());
    }
    return styles;
  }

  /** Empty for fonts without digits, and for those that show the same sign for all of them. */
  private static Optional<Style> of(Font font) {
    FontRenderContext context = new FontRenderContext(null, true, true);
    Shape[] outlines = new Shape[DigitSet.KINDS];
    for (int digit = 0; digit < outlines.length; digit++) {
      char sign = (char) ('0' + digit);
      if (!font.canDisplay(sign)) {
        return Optional.empty();
      }
      Shape outline =
          font.deriveFont(100f).createGlyphVector(context, new char[] {sign}).getOutline();
      Rectangle2D box = outline.getBounds2D();
      if (box.getHeight() <= 0 || box.getWidth() <= 0) {
        return Optional.empty();
      }
      AffineTransform toUnit =
          AffineTransform.getScaleInstance(1 / box.getHeight(), 1 / box.getHeight());
      toUnit.translate(-box.getCenterX(), -box.getCenterY());
      outlines[digit] = toUnit.createTransformedShape(outline);
    }
    return new Area(outlines[3]).equals(new Area(outlines[8]))
        ? Optional.empty()
        : Optional.of(new FontStyle(outlines));
  }

  @Override
  public Shape outline(int digit) {
    return outlines[digit];
  }

  @Override
  public boolean isPen() {
    return false;
  }
}
