package dev.weir.cli.digits;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Draws digits: in the fonts of the machine and with a pen, each turned, slanted, stretched, bent
 * like rubber, in thick and thin strokes, with noise. What is drawn follows from the seed and the
 * fonts. Needs no window system. Thread-safe.
 */
public final class DigitPainter {
  private static final int SIDE = DigitSet.SIDE;

  /** One digit in so many is drawn with the pen, however many fonts there are. */
  private static final int PEN_EVERY = 4;

  private final List<Style> fonts;
  private final Style pen = new PenStyle();

  private DigitPainter(List<Style> fonts) {
    this.fonts = List.copyOf(fonts);
  }

  /** With the fonts of this machine, if it has any. */
  public static DigitPainter create() {
    System.setProperty("java.awt.headless", "true");
    return new DigitPainter(FontStyle.installed());
  }

  /** Without fonts. */
  public static DigitPainter withoutFonts() {
    System.setProperty("java.awt.headless", "true");
    return new DigitPainter(List.of());
  }

  /** How many fonts there are to draw in. */
  public int fonts() {
    return fonts.size();
  }

  /** So many digits, of all kinds equally many. */
  public DigitSet draw(int count, long seed) {
    byte[] pixels = new byte[count * DigitSet.PIXELS];
    byte[] labels = new byte[count];
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              // its own numbers for each, so that the order of drawing does not matter
              RandomGenerator random = new SplittableRandom(seed * 1_000_003 + i);
              labels[i] = (byte) (i % DigitSet.KINDS);
              byte[] picture = draw(labels[i], random);
              System.arraycopy(picture, 0, pixels, i * DigitSet.PIXELS, picture.length);
            });
    return new DigitSet(pixels, labels);
  }

  private byte[] draw(int digit, RandomGenerator random) {
    boolean useFont = !fonts.isEmpty() && random.nextInt(PEN_EVERY) != 0;
    Style style = useFont ? fonts.get(random.nextInt(fonts.size())) : pen;
    Path2D shape = bent(style.outline(digit), Distortion.random(random));
    BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.setColor(Color.WHITE);
      if (style.isPen()) {
        graphics.setStroke(pen(random.nextDouble(1.4, 3.6)));
        graphics.draw(shape);
      } else {
        graphics.fill(shape);
        // along its border, ink makes a glyph bolder, and paper makes it lighter
        double bolder = random.nextDouble(-0.6, 1.4);
        graphics.setColor(bolder > 0 ? Color.WHITE : Color.BLACK);
        graphics.setStroke(pen(Math.abs(bolder)));
        graphics.draw(shape);
      }
    } finally {
      graphics.dispose();
    }
    byte[] drawn = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    return withNoise(drawn, random);
  }

  private static BasicStroke pen(double width) {
    return new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
  }

  private static byte[] withNoise(byte[] pixels, RandomGenerator random) {
    double ink = random.nextDouble(0.65, 1);
    double noise = random.nextDouble(0, 16);
    byte[] noisy = new byte[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      double value = (pixels[i] & 0xff) * ink + noise * random.nextGaussian();
      noisy[i] = (byte) Math.clamp(Math.round(value), 0, 255);
    }
    return noisy;
  }

  /** Moves every point of an outline; long lines are cut into pieces, so that they bend. */
  private static Path2D bent(Shape outline, Distortion distortion) {
    Path2D bent = new Path2D.Double();
    double[] to = new double[6];
    double[] at = new double[2];
    double[] start = new double[2];
    double[] moved = new double[2];
    for (PathIterator points = outline.getPathIterator(new AffineTransform(), 0.01);
        !points.isDone();
        points.next()) {
      int kind = points.currentSegment(to);
      if (kind == PathIterator.SEG_MOVETO) {
        distortion.move(to[0], to[1], moved);
        bent.moveTo(moved[0], moved[1]);
        start[0] = to[0];
        start[1] = to[1];
      } else {
        boolean closes = kind == PathIterator.SEG_CLOSE;
        double x = closes ? start[0] : to[0];
        double y = closes ? start[1] : to[1];
        int pieces = 1 + (int) (Math.hypot(x - at[0], y - at[1]) / 0.1);
        for (int i = 1; i <= pieces; i++) {
          double part = i / (double) pieces;
          distortion.move(at[0] + part * (x - at[0]), at[1] + part * (y - at[1]), moved);
          bent.lineTo(moved[0], moved[1]);
        }
        if (closes) {
          bent.closePath();
        }
        to[0] = x;
        to[1] = y;
      }
      at[0] = to[0];
      at[1] = to[1];
    }
    return bent;
  }

  /** Waves that bend, then a turn, a slant, a size and a place. */
  private record Distortion(List<Wave> waves, AffineTransform placed) {
    private record Wave(double alongX, double alongY, double phase, double dx, double dy) {}

    static Distortion random(RandomGenerator random) {
      List<Wave> waves = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        waves.add(
            new Wave(
                random.nextDouble(-6, 6),
                random.nextDouble(-6, 6),
                random.nextDouble(2 * Math.PI),
                0.025 * random.nextGaussian(),
                0.025 * random.nextGaussian()));
      }
      AffineTransform placed =
          AffineTransform.getTranslateInstance(
              SIDE / 2.0 + random.nextDouble(-2, 2), SIDE / 2.0 + random.nextDouble(-2, 2));
      placed.rotate(Math.toRadians(random.nextDouble(-13, 13)));
      placed.shear(random.nextDouble(-0.25, 0.25), 0);
      double height = random.nextDouble(16, 21);
      placed.scale(height * random.nextDouble(0.75, 1.1), height);
      return new Distortion(waves, placed);
    }

    void move(double x, double y, double[] moved) {
      moved[0] = x;
      moved[1] = y;
      for (Wave wave : waves) {
        double sine = Math.sin(wave.alongX * x + wave.alongY * y + wave.phase);
        moved[0] += wave.dx * sine;
        moved[1] += wave.dy * sine;
      }
      placed.transform(moved, 0, moved, 0, 1);
    }
  }
}
