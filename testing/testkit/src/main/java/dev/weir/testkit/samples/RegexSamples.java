package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.strings;
import static dev.weir.testkit.samples.SampleParts.one;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.SampleParts.text;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of patterns in the syntax of RE2. */
final class RegexSamples {
  private RegexSamples() {}

  private static final Values TEXT =
      strings(
          Shape.of(9),
          "",
          "abc",
          "aabbcc",
          "a\nb\n",
          "Hello World 42",
          "äöü",
          "x.y[z]",
          "line\r\n",
          "\u000b\t \f");

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    for (String pattern :
        List.of(
            "",
            ".*",
            "a.*",
            "(?s)a.*",
            "[a-c]+",
            "[^a]*",
            "(a|b|c)*",
            "a{2}b{1,2}c{2,}",
            "\\w+ \\w+ \\d+",
            "(?i)hello.*",
            "\\s*",
            "[\\s\\S]*",
            "\\S+",
            "[[:alpha:]]*",
            "[[:^digit:]]*",
            "\\pL*",
            "\\p{Latin}+",
            "\\P{Greek}+",
            "\\p{^Greek}+",
            "(?P<name>a+)(?:b+)c+",
            "\\Qx.y[z]\\E",
            "x\\.y\\[z\\]",
            "[]xyz.[]*",
            "[&&a]*abc",
            "a\\x{62}c",
            "\\x61bc",
            "\\141bc",
            "abc$",
            "^abc$",
            "(?m)^a$\\n^b$\\n",
            "[\\d\\w ]+",
            "...",
            "\\v\\t \\f",
            "(?:(?i)A)BC",
            "(?i:A)bc",
            "a{,2}",
            "[a-]+",
            "[^]]*",
            "\\Aabc\\z",
            "a*?b*?c*?",
            "(?U)a*b*c*",
            "\\babc\\b",
            "(a*)*",
            "(a|aa)+b",
            "((a{10}){10}){10}",
            "[{]((a|b{2}){20}){25}",
            "(?s:.*)")) {
      all.add(sample("RegexFullMatch", pattern, TEXT, one(pattern)));
      all.add(sample("StaticRegexFullMatch", pattern, TEXT).attr("pattern", pattern));
    }
    for (String pattern :
        List.of(
            "(",
            ")",
            "[a",
            "*",
            "a**",
            "a*+",
            "(?=a)",
            "(?!a)",
            "(?<=a)",
            "(?>a)",
            "(a)\\1",
            "\\",
            "\\Z",
            "\\k<n>",
            "a{1001}",
            "((a{100}){100}){100}",
            "((a{2}|b{10}){2}){51}",
            "[[:nope:]]",
            "\\p{Nope}",
            "[b-a]",
            "(?z)")) {
      all.add(sample("RegexFullMatch", pattern, TEXT, one(pattern)).refused("invalid pattern"));
      all.add(
          sample("StaticRegexFullMatch", pattern, TEXT)
              .attr("pattern", pattern)
              .refused("invalid pattern"));
    }
    for (boolean global : new boolean[] {true, false}) {
      replace("b", "X", global, all);
      replace("b*", "-", global, all);
      replace("", "-", global, all);
      replace("(a)(b)?", "[\\2\\1\\0]", global, all);
      replace("$", "!", global, all);
      replace("(?m)$", "!", global, all);
      replace("(?m)^", ">", global, all);
      replace("^", ">", global, all);
      replace(".", "\\\\.", global, all);
      replace("(?P<first>\\w)(?P<rest>\\w*)", "\\2\\1", global, all);
      replace("[äö]", "", global, all);
      replace("a|ab", "X", global, all);
      replace("x??", "y$1", global, all);
      replace("(b)", "<\\2>", global, all);
      replace("(b)", "<\\", global, all);
      replace("(b)", "<\\x>", global, all);
      replace("(b)", "<\\1\\9>", global, all);
      replace("(b)", "\\\\2", global, all);
    }
    all.add(
        sample("RegexReplace", "two patterns", TEXT, text("a", "b"), one("")).refused("rank 0"));
    all.add(
        sample("RegexReplace", "two rewrites", TEXT, one("a"), text("a", "b")).refused("rank 0"));
    all.add(
        sample("RegexReplace", "bad pattern", TEXT, one("("), one("")).refused("invalid pattern"));
    all.add(
        sample("StaticRegexReplace", "bad pattern", TEXT)
            .attr("pattern", "(")
            .attr("rewrite", "")
            .refused("invalid pattern"));
    all.add(sample("RegexFullMatch", "two patterns", TEXT, text("a", "b")).refused("rank 0"));
    Values broken =
        Values.tensor(Tensors.ofStrings(Shape.of(1), new byte[] {'a', (byte) 0xFF, 'b'}));
    all.add(sample("RegexReplace", "bytes that are no text", broken, one("b"), one("c")));
    return all;
  }

  private static void replace(String pattern, String rewrite, boolean global, List<OpSample> all) {
    all.add(
        sample("RegexReplace", pattern + " by " + rewrite, TEXT, one(pattern), one(rewrite))
            .attr("replace_global", global));
    all.add(
        sample("StaticRegexReplace", pattern + " by " + rewrite, TEXT)
            .attr("pattern", pattern)
            .attr("rewrite", rewrite)
            .attr("replace_global", global));
  }
}
