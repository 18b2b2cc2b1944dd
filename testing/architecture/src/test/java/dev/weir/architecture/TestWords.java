package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of code and documents: American spelling, plain phrases, one meaning per name. */
final class TestWords {
  /** This file and its kind quote the words that they forbid. */
  private static final String RULES = "testing/architecture/";

  /** Words, also those of an identifier: {@code setColour} has two. */
  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");

  /** British spellings end like this, and so do words whose stem is in {@link #IN_S}. */
  private static final Pattern ISE =
      Pattern.compile("([a-z]{2,}(?:is|ys))(?:e|ed|es|er|ers|ing|ation|ations|able)");

  /** Stems of words that are spelled with an s everywhere. */
  private static final Set<String> IN_S =
      Set.of(
          "advertis",
          "advis",
          "appris",
          "aris",
          "compris",
          "compromis",
          "concis",
          "cruis",
          "demis",
          "despis",
          "devis",
          "disguis",
          "enterpris",
          "exercis",
          "expertis",
          "franchis",
          "improvis",
          "madvis",
          "merchandis",
          "paradis",
          "pois",
          "prais",
          "premis",
          "rais",
          "revis",
          "supervis",
          "surpris",
          "treatis");

  /** Ends of such stems: elementwise, denoise, promise, imprecise. */
  private static final Pattern IN_S_TOO = Pattern.compile(".*(?:wis|nois|promis|precis)");

  private static final Pattern BRITISH =
      Pattern.compile(
          "(?:colour|neighbour|behaviour|favour|honour|labour|flavour|harbour|rumour|vapour|armour"
              + "|humour|vigour|endeavour).*"
              + "|(?:centre|metre|fibre|litre|theatre|calibre|lustre|spectre)(?:s|d)?"
              + "|(?:catalogue|analogue)(?:s|d)?|grey(?:s|ish|scale)?|learnt|spelt|burnt|dreamt"
              + "|(?:label|model|signal|travel|total|tunnel|channel|level|fuel|dial|equal)"
              + "l(?:ed|ing|er|ers)"
              + "|licences?|defences?|offences?|pretences?|judgements?|acknowledgements?|artefacts?"
              + "|programmes?|whilst|amongst|fulfil|enrol|skilful|sceptic.*|plough|mould|manoeuvre");

  private static final Pattern THE_SAME = Pattern.compile("/\\*\\*\\s*(?:\\*\\s*)?The same\\b");

  private static final Pattern NOBODY =
      Pattern.compile("\\b(?:whoever|nobody|somebody|anybody)\\b", Pattern.CASE_INSENSITIVE);

  /** Names of methods such as {@code whoeverAsks}, {@code whoAsks} and {@code nobodyAsks}. */
  private static final Pattern NAMED_NOBODY =
      Pattern.compile(
          "\\bvoid (?:\\w*(?:[wW]hoever|[nN]obody|[sS]omebody|[aA]nybody)|who[A-Z]|\\w*Who[A-Z])"
              + "\\w*\\(");

  /** How many faults a folder may still have. A number here only ever falls. */
  private static final Map<String, Integer> THE_SAME_LEFT = Map.of();

  private static final Map<String, Integer> NOBODY_LEFT = Map.of();

  private static final Map<String, Integer> TEST_NAMES_LEFT =
      Map.of("kernels/onednn", 3, "testing/bench", 2);

  /** Simple names that several main packages have. Names leave this list; none enters it. */
  private static final Set<String> SHARED_NAMES =
      Set.of(
          "Batches",
          "ClusterOptions",
          "Complex",
          "Conv2D",
          "Deadline",
          "Endpoint",
          "Engine",
          "Main",
          "Measurement",
          "Measures",
          "Partitioner",
          "Precision",
          "Rows",
          "Scope",
          "Selection",
          "Shapes",
          "Slices",
          "Terminal",
          "Values");

  @Test
  void spellingIsAmerican() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : files(".java", ".md", ".proto")) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        for (String word : britishIn(lines.get(i))) {
          faults.add(Repository.name(file) + ":" + (i + 1) + ": " + word);
        }
      }
    }
    assertThat(faults).as("British spellings").isEmpty();
  }

  @Test
  void britishWordsAreFound() {
    assertThat(
            britishIn(
                "NeighbourOptimiser greyLevels initialised, synchronisation of vectorised"
                    + " analysers"))
        .containsExactly(
            "Neighbour",
            "Optimiser",
            "grey",
            "initialised",
            "synchronisation",
            "vectorised",
            "analysers");
    assertThat(britishIn("Otherwise RecentRequests promised elementwise noise, disables advising"))
        .isEmpty();
  }

  private static List<String> britishIn(String line) {
    return WORD.matcher(line)
        .results()
        .map(found -> found.group())
        .filter(word -> isBritish(word.toLowerCase(Locale.ROOT)))
        .toList();
  }

  private static boolean isBritish(String word) {
    Matcher ending = ISE.matcher(word);
    return BRITISH.matcher(word).matches()
        || (ending.matches()
            && !IN_S.contains(ending.group(1))
            && !IN_S_TOO.matcher(ending.group(1)).matches());
  }

  @Test
  void javadocSaysWhatAMethodAdds() throws IOException {
    assertAtMost(
        THE_SAME_LEFT, count(THE_SAME, files(".java")), "Javadoc that begins \"The same\"");
  }

  @Test
  void sentencesNameTheirSubject() throws IOException {
    assertAtMost(NOBODY_LEFT, count(NOBODY, files(".java", ".md")), "whoever, nobody, somebody");
  }

  @Test
  void namesOfTestsNameTheirSubject() throws IOException {
    assertAtMost(TEST_NAMES_LEFT, count(NAMED_NOBODY, files(".java")), "tests such as whoeverAsks");
  }

  @Test
  void namesMeanOneThing() throws IOException {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (Path file : files(".java")) {
      String name = Repository.name(file);
      if (name.contains("/src/main/java/") && !name.endsWith("/package-info.java")) {
        int slash = name.lastIndexOf('/');
        packages
            .computeIfAbsent(
                name.substring(slash + 1).replace(".java", ""), each -> new TreeSet<>())
            .add(name.substring(0, slash).replaceAll(".*/java/", ""));
      }
    }
    packages.values().removeIf(places -> places.size() == 1);
    Map<String, Set<String>> fresh = new TreeMap<>(packages);
    fresh.keySet().removeAll(SHARED_NAMES);
    assertThat(fresh).as("names in several packages: qualify one").isEmpty();
    assertThat(packages.keySet()).as("names to take off the list").containsAll(SHARED_NAMES);
  }

  private static List<Path> files(String... suffixes) throws IOException {
    return Repository.files(suffixes).stream()
        .filter(file -> !Repository.name(file).startsWith(RULES))
        .toList();
  }

  /** Faults by module, or by folder of the documents. */
  private static Map<String, Integer> count(Pattern pattern, List<Path> files) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (Path file : files) {
      Matcher matcher = pattern.matcher(Files.readString(file));
      while (matcher.find()) {
        counts.merge(folder(file), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String folder(Path file) {
    List<String> names = List.of(Repository.name(file).split("/", -1));
    return names.size() == 1
        ? "."
        : Stream.of(names.get(0), names.get(1))
            .filter(name -> !name.endsWith(".md"))
            .reduce((a, b) -> a + "/" + b)
            .orElseThrow();
  }

  private static void assertAtMost(
      Map<String, Integer> allowed, Map<String, Integer> counts, String what) {
    assertThat(counts)
        .as(what)
        .allSatisfy(
            (folder, count) ->
                assertThat(count).as(folder).isLessThanOrEqualTo(allowed.getOrDefault(folder, 0)));
  }
}
