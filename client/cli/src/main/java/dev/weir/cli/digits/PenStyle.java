package dev.weir.cli.digits;

import java.awt.Shape;
import java.awt.geom.Arc2D;
import java.awt.geom.CubicCurve2D;
import java.awt.geom.Path2D;

/** Digits as a hand draws them, from lines and arcs. Needs no font. */
final class PenStyle implements Style {
  @Override
  public boolean isPen() {
    return true;
  }

  @Override
  public Shape outline(int digit) {
    Path2D.Double path = new Path2D.Double();
    switch (digit) {
      case 0 -> path.append(arc(-0.3, -0.5, 0.6, 1, 90, 360), false);
      case 1 -> line(path, -0.18, -0.28, 0.05, -0.5, 0.05, 0.5);
      case 2 -> {
        path.append(arc(-0.3, -0.5, 0.6, 0.56, 170, -190), false);
        path.append(new CubicCurve2D.Double(0.29, -0.15, 0.2, 0.1, -0.1, 0.3, -0.3, 0.5), true);
        path.lineTo(0.32, 0.5);
      }
      case 3 -> {
        path.append(arc(-0.3, -0.5, 0.56, 0.47, 150, -240), false);
        path.append(arc(-0.3, -0.03, 0.6, 0.53, 90, -240), true);
      }
      case 4 -> {
        line(path, 0.1, -0.5, -0.32, 0.17, 0.32, 0.17);
        line(path, 0.14, -0.15, 0.14, 0.5);
      }
      case 5 -> {
        line(path, 0.26, -0.5, -0.2, -0.5, -0.24, -0.05);
        path.append(arc(-0.32, -0.15, 0.62, 0.65, 130, -270), true);
      }
      case 6 -> {
        path.append(new CubicCurve2D.Double(0.2, -0.5, -0.15, -0.35, -0.3, 0, -0.3, 0.2), false);
        path.append(arc(-0.3, -0.08, 0.58, 0.58, 180, 360), true);
      }
      case 7 -> line(path, -0.3, -0.5, 0.3, -0.5, -0.08, 0.5);
      case 8 -> {
        path.append(arc(-0.25, -0.5, 0.5, 0.47, 270, 360), false);
        path.append(arc(-0.3, -0.03, 0.6, 0.53, 90, 360), true);
      }
      case 9 -> {
        path.append(arc(-0.28, -0.5, 0.56, 0.54, 0, 360), false);
        path.append(new CubicCurve2D.Double(0.28, -0.23, 0.28, 0.1, 0.2, 0.3, 0.05, 0.5), true);
      }
      default -> throw new IllegalArgumentException("no digit: " + digit);
    }
    return path;
  }

  private static Arc2D arc(
      double x, double y, double width, double height, double start, double extent) {
    return new Arc2D.Double(x, y, width, height, start, extent, Arc2D.OPEN);
  }

  private static void line(Path2D path, double... points) {
    path.moveTo(points[0], points[1]);
    for (int i = 2; i < points.length; i += 2) {
      path.lineTo(points[i], points[i + 1]);
    }
  }
}
