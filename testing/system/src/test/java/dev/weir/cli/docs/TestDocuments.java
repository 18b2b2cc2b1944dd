package dev.weir.cli.docs;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.Main;
import dev.weir.cli.docs.MarkdownBlocks.Block;
import dev.weir.cli.docs.MarkdownBlocks.Inline;
import dev.weir.graph.OpDefinition;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README and guides tell to type is typed, and does what they say. */
@Timeout(300)
final class TestDocuments {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  /** Commands that are not run, and why. */
  private static final Map<String, String> NOT_RUN =
      Map.of("mvn ", "a build inside of a build; it is what runs this test");

  /** Commands that take long. */
  private static final String HEAVY = "./weir train digits";

  /** What commands print, by a part of the command. */
  private static final Map<String, String> PRINTED =
      Map.of(
          "first-graph.pbtxt", "27.5",
          "--help", "launch",
          "ops Tanh", "Tanh(x: T) -> (y: T)",
          "weir launch", "worker 1 connects to grpc://127.0.0.1:",
          "--fetch digit", "digit");

  /** What the document has said before, by the first words of a block of Java. */
  private static final Map<String, String> BEFORE =
      Map.of(
          "Model model = Model.create(new Graph(), 1);",
          "Tensor points = Tensors.of(Shape.of(4, 2), 0f, 0f, 0f, 1f, 1f, 0f, 1f, 1f);\n"
              + "Tensor labels = Tensors.vector(0, 1, 1, 0);",
          "Output there =",
          "Graph graph = new Graph();\nOps ops = Ops.create(graph);",
          "TrainingTarget target =",
          "int servers = 1;\nint task = 0;\nPath folder = Path.of(\"\");\n"
              + "String master = \"\";\nTensor inputs = null;\nTensor outputs = null;",
          "TrainingSession.Builder builder =",
          "Model model = null;\nTrainingTarget target = TrainingTarget.local();\n"
              + "ModelSaver saver = null;\nOutput x = null;\nNode step = null;",
          "Election election =",
          "int task = 0;\nTrainingTarget target = TrainingTarget.local();",
          "Candidate candidate =",
          "int task = 0;\nMembership membership = null;");

  /** The guide whose blocks of Java are lines of files. */
  private static final String FRAGMENTS = "docs/guide/adding-an-op.md";

  /** What makes a training short. */
  private static final String SMALL = " --digits 400 --steps 4 --batch 16";

  /** Commands in sentences that {@link #commandsInSentencesRun} does not run, and why. */
  private static final Map<String, String> NOT_INLINE =
      Map.of(
          "weir train digits --ps", "is a block of the README too",
          "weir train digits --data mnist", "needs a network, or a file of others",
          "weir checkpoint show digits-run/", "runs after the training that makes it",
          "weir cluster ", "asks the servers of the README",
          "weir server", "is a block of the README; here it is about its options",
          "weir launch", "waits for Ctrl-C",
          "weir example ", "runs in the thorough profile, and in the examples' own tests",
          "weir bench", "measures for many minutes");

  @TempDir private Path folder;

  private static boolean isRun(String command) {
    return NOT_RUN.keySet().stream().noneMatch(command::startsWith);
  }

  private static Stream<Block> blocks() throws IOException {
    return MarkdownBlocks.all().stream()
        .filter(block -> block.commands().stream().anyMatch(TestDocuments::isRun));
  }

  private static boolean isInBackground(Block block) {
    return block.commands().getFirst().endsWith("&");
  }

  private static boolean isHeavy(Block block) {
    return block.commands().getFirst().startsWith(HEAVY);
  }

  private static Stream<Block> quick() throws IOException {
    return blocks().filter(block -> !isHeavy(block) && !isInBackground(block));
  }

  private static Stream<Block> heavy() throws IOException {
    return blocks().filter(TestDocuments::isHeavy);
  }

  private static void assertRuns(Shell shell, Block block, Duration limit) throws Exception {
    List<String> commands = block.commands().stream().filter(TestDocuments::isRun).toList();
    assertThat(shell.run(commands, limit)).as(shell.output()).isZero();
    PRINTED.forEach(
        (part, printed) -> {
          if (String.join("\n", commands).contains(part)) {
            assertThat(shell.output()).contains(printed);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("quick")
  void commandsRunAsWritten(Block block) throws Exception {
    try (Shell shell = new Shell(folder)) {
      assertRuns(shell, block, LIMIT);
    }
  }

  @ParameterizedTest
  @MethodSource("heavy")
  void longCommandsRunWithLess(Block block) throws Exception {
    List<String> commands =
        block.commands().stream()
            .map(command -> command.startsWith(HEAVY) ? command + SMALL : command)
            .toList();
    try (Shell shell = new Shell(folder)) {
      assertThat(shell.run(commands, LIMIT)).as(shell.output()).isZero();
      assertThat(shell.output()).contains("test accuracy");
      if (!isOnACluster(block)) {
        String show = checkpointOfTheReadme().replaceAll("digits-\\d+", "digits-4");
        assertThat(shell.run(List.of(show), LIMIT)).as(shell.output()).isZero();
        assertThat(shell.output()).contains("global_step");
      }
    }
  }

  /** Whose workers may make a step more than they are told to. */
  private static boolean isOnACluster(Block block) {
    return block.commands().getFirst().contains("--ps");
  }

  @Tag("thorough")
  @Timeout(1200)
  @ParameterizedTest
  @MethodSource("heavy")
  void longCommandsRunAsWritten(Block block) throws Exception {
    Duration limit = Duration.ofMinutes(9);
    try (Shell shell = new Shell(folder)) {
      assertRuns(shell, block, limit);
      if (!isOnACluster(block)) {
        assertThat(shell.run(List.of(checkpointOfTheReadme()), LIMIT)).as(shell.output()).isZero();
      }
    }
  }

  private static String checkpointOfTheReadme() throws IOException {
    return MarkdownBlocks.inline().stream()
        .map(Inline::command)
        .filter(command -> command.startsWith("weir checkpoint show digits-run/"))
        .map(command -> "./" + command)
        .findFirst()
        .orElseThrow();
  }

  private static Stream<Inline> inline() throws IOException {
    return MarkdownBlocks.inline().stream()
        .filter(each -> NOT_INLINE.keySet().stream().noneMatch(each.command()::startsWith));
  }

  @ParameterizedTest
  @MethodSource("inline")
  void commandsInSentencesRun(Inline inline) throws Exception {
    try (Shell shell = new Shell(folder)) {
      assertThat(shell.run(List.of("./" + inline.command()), LIMIT)).as(shell.output()).isZero();
      assertThat(shell.output()).isNotBlank();
    }
  }

  private static Stream<Inline> examples() throws IOException {
    return MarkdownBlocks.inline().stream()
        .filter(each -> each.command().startsWith("weir example "));
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("examples")
  void examplesInSentencesRun(Inline inline) throws Exception {
    commandsInSentencesRun(inline);
  }

  /** Options that a sentence names are options of that command. */
  @Test
  void optionsInSentencesExist() throws IOException {
    for (Inline inline : MarkdownBlocks.inline()) {
      List<String> words = List.of(inline.command().split(" "));
      List<String> command =
          words.stream().skip(1).takeWhile(word -> word.matches("[a-z][a-z-]*")).toList();
      List<String> options = words.stream().filter(word -> word.startsWith("--")).toList();
      if (!options.isEmpty()) {
        assertThat(help(command)).as(inline.toString()).contains(options);
      }
    }
  }

  private static String help(List<String> command) {
    StringWriter out = new StringWriter();
    List<String> words = Stream.concat(command.stream(), Stream.of("--help")).toList();
    int code = Main.run(new PrintWriter(out), new PrintWriter(out), words.toArray(String[]::new));
    assertThat(code).as("%s: %s", words, out).isZero();
    return out.toString();
  }

  @Test
  void launchedClusterWaitsForCtrlC() throws Exception {
    Inline launch =
        MarkdownBlocks.inline().stream()
            .filter(each -> each.command().startsWith("weir launch"))
            .findFirst()
            .orElseThrow();
    try (Shell shell = new Shell(folder)) {
      shell.start(List.of("./" + launch.command()));
      shell.awaitOutput("Ctrl-C stops it", LIMIT);
    }
  }

  @Test
  @Timeout(1200) // tests of other copies of this repository may have the ports first
  void serversOfTheReadmeTakeTheSessionOfTheReadme() throws Exception {
    List<Block> readme = MarkdownBlocks.of("README.md");
    Block servers =
        readme.stream()
            .filter(block -> !block.commands().isEmpty() && isInBackground(block))
            .findFirst()
            .orElseThrow();
    Block session = readme.get(readme.indexOf(servers) + 1);
    try (Shell shell = new Shell(folder)) {
      shell.awaitFree(2222, Duration.ofMinutes(5));
      shell.awaitFree(2223, Duration.ofMinutes(5));
      shell.start(servers.commands());
      shell.awaitOutput("serves at grpc://localhost:2222", LIMIT);
      shell.awaitOutput("serves at grpc://localhost:2223", LIMIT);
      JavaSnippet snippet = new JavaSnippet(folder);
      snippet.compile(before(session), session.text());
      assertThat(snippet.run()).contains("9.0");
      String spec = servers.commands().getFirst().replaceAll(".*--cluster ('[^']*').*", "$1");
      for (Inline inline : MarkdownBlocks.inline()) {
        if (inline.command().startsWith("weir cluster ")) {
          String command = "./" + inline.command().replace("SPEC", spec);
          String printed = shell.output(); // of the commands before
          assertThat(shell.run(List.of(command), LIMIT)).as(shell.output()).isZero();
          assertThat(shell.output().substring(printed.length())).contains("/job:ps", "/job:worker");
        }
      }
    }
  }

  @Test
  void tenLinesOfTheReadmeTrain() throws Exception {
    Block program =
        MarkdownBlocks.of("README.md").stream()
            .filter(block -> block.language().equals("java"))
            .findFirst()
            .orElseThrow();
    assertThat(program.lines()).hasSize(10);
    JavaSnippet snippet = new JavaSnippet(folder);
    snippet.compile(before(program), program.text());
    assertThat(snippet.run()).contains("epochs 20, steps 20: loss", "[4,2]");
  }

  private static Stream<Block> programs() throws IOException {
    return MarkdownBlocks.all().stream()
        .filter(block -> block.language().equals("java"))
        .filter(block -> !block.where().startsWith(FRAGMENTS))
        .filter(block -> !TestGuides.isProgram(block.where().split(":", -1)[0]));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programsCompile(Block block) throws Exception {
    new JavaSnippet(folder).compile(before(block), block.text());
  }

  private static String before(Block block) {
    return BEFORE.entrySet().stream()
        .filter(entry -> block.text().startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError(block + ": add what stands before it to BEFORE"));
  }

  @Test
  void whatIsToBeTypedIsMarkedAsSuch() throws IOException {
    for (Block block : MarkdownBlocks.all()) {
      assertThat(block.lines())
          .as("%s: a command begins with \"$ \"", block)
          .noneMatch(line -> line.startsWith("./weir ") || line.startsWith("mvn "));
    }
  }

  /** Every line that the guide on ops shows is a line of a file that it is about. */
  @Test
  void linesOfTheGuideOnOpsAreLinesOfOps() throws IOException {
    Set<String> lines = new HashSet<>();
    for (String folder : List.of("core/ops/src/main", "testing/testkit/src/main")) {
      try (Stream<Path> files = Files.walk(MarkdownBlocks.root().resolve(folder))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          Files.readAllLines(file).forEach(line -> lines.add(line.strip()));
        }
      }
    }
    for (Block block : MarkdownBlocks.of(FRAGMENTS)) {
      if (block.language().equals("java")) {
        assertThat(block.lines().stream().map(String::strip).filter(line -> !lines.contains(line)))
            .as("%s: lines of no file", block)
            .isEmpty();
      }
    }
  }

  /** What the guide on ops says that an op may override is there to be overridden. */
  @Test
  void methodsOfTheGuideOnOpsExist() throws IOException {
    Set<String> methods =
        Arrays.stream(OpDefinition.class.getMethods()).map(Method::getName).collect(toSet());
    String where = "- Where they apply:";
    String line =
        Files.readAllLines(MarkdownBlocks.root().resolve(FRAGMENTS)).stream()
            .filter(each -> each.startsWith(where))
            .findFirst()
            .orElseThrow();
    List<String> named =
        Pattern.compile("`(\\w+)(?:\\(\\))?`")
            .matcher(line)
            .results()
            .map(each -> each.group(1))
            .toList();
    assertThat(named).hasSizeGreaterThan(3);
    assertThat(methods).containsAll(named);
    assertThat(methods).contains("inferShapes", "kernel", "gradient");
  }
}
