package dev.weir.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Gray pictures as lines of characters; each stands for a pixel and the one below it. */
public final class GrayArt {
  private static final String SHADES = " .:-=+*#%@";
  private static final float INK = 0.4f;

  private GrayArt() {}

  /** The brightness of a pixel, from 0 to 1. */
  @FunctionalInterface
  public interface Picture {
    float at(int row, int column);
  }

  /** The rows and columns {@code margin} to {@code side - margin} of a square picture. */
  public static List<String> of(Picture picture, int side, int margin, boolean useBlocks) {
    List<String> lines = new ArrayList<>();
    for (int row = margin; row < side - margin; row += 2) {
      StringBuilder line = new StringBuilder();
      for (int column = margin; column < side - margin; column++) {
        float upper = picture.at(row, column);
        float lower = row + 1 < side - margin ? picture.at(row + 1, column) : 0;
        line.append(useBlocks ? block(upper > INK, lower > INK) : shade((upper + lower) / 2));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static char block(boolean upper, boolean lower) {
    if (upper) {
      return lower ? '█' : '▀';
    }
    return lower ? '▄' : ' ';
  }

  private static char shade(float brightness) {
    return SHADES.charAt(Math.clamp((long) (brightness * SHADES.length()), 0, SHADES.length() - 1));
  }

  /** Pictures side by side, each with a caption below; all have equally many lines. */
  public static String row(List<List<String>> pictures, List<String> captions) {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < pictures.getFirst().size(); line++) {
      StringBuilder whole = new StringBuilder();
      for (List<String> picture : pictures) {
        whole.append(picture.get(line)).append("  ");
      }
      text.append(whole.toString().stripTrailing()).append('\n');
    }
    StringBuilder below = new StringBuilder();
    for (int i = 0; i < captions.size(); i++) {
      int width = pictures.get(i).getFirst().length() + 2;
      String caption = captions.get(i);
      below.append(caption).append(" ".repeat(Math.max(1, width - caption.length())));
    }
    return text.append(below.toString().stripTrailing()).append('\n').toString();
  }
}
