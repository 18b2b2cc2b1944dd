package dev.weir.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small program of assignments, conditionals and loops over a few whole numbers, made up from a
 * seed, and what plain Java makes of it.
 */
final class RandomProgram {
  static final int VARIABLES = 3;

  private static final int DEEPEST = 4;

  /** Something a program does. */
  sealed interface Statement {}

  /** {@code target = left op right}, or {@code target = left op constant} if right is negative. */
  record Assign(int target, char op, int left, int right, long constant) implements Statement {}

  /** {@code if (mod(variable, modulus) < below)}. */
  record Choose(
      int variable, int modulus, int below, List<Statement> taken, List<Statement> otherwise)
      implements Statement {}

  /** {@code for (i = 0; i < mod(variable, modulus); i++)}, the bound taken before the loop. */
  record Repeat(int variable, int modulus, List<Statement> body) implements Statement {}

  final List<Statement> statements;

  private RandomProgram(List<Statement> statements) {
    this.statements = statements;
  }

  static RandomProgram of(Random random) {
    return new RandomProgram(block(random, 0));
  }

  private static List<Statement> block(Random random, int depth) {
    List<Statement> block = new ArrayList<>();
    int count = random.nextInt(depth == 0 ? 2 : 0, 4);
    for (int i = 0; i < count; i++) {
      block.add(statement(random, depth));
    }
    return block;
  }

  private static Statement statement(Random random, int depth) {
    int kind = random.nextInt(depth >= DEEPEST ? 1 : 4);
    int variable = random.nextInt(VARIABLES);
    return switch (kind) {
      case 2 ->
          new Choose(
              variable,
              random.nextInt(2, 5),
              random.nextInt(0, 4),
              block(random, depth + 1),
              block(random, depth + 1));
      case 3 -> new Repeat(variable, random.nextInt(1, 5), block(random, depth + 1));
      default ->
          new Assign(
              variable,
              "+-*".charAt(random.nextInt(3)),
              random.nextInt(VARIABLES),
              random.nextInt(-1, VARIABLES),
              random.nextInt(-3, 10));
    };
  }

  /** What the variables are in the end. */
  long[] interpret(long... start) {
    long[] variables = start.clone();
    run(statements, variables);
    return variables;
  }

  private static void run(List<Statement> block, long[] variables) {
    for (Statement statement : block) {
      switch (statement) {
        case Assign assign -> {
          long left = variables[assign.left()];
          long right = assign.right() < 0 ? assign.constant() : variables[assign.right()];
          variables[assign.target()] =
              switch (assign.op()) {
                case '+' -> left + right;
                case '-' -> left - right;
                default -> left * right;
              };
        }
        case Choose choose -> {
          long tested = Math.floorMod(variables[choose.variable()], choose.modulus());
          run(tested < choose.below() ? choose.taken() : choose.otherwise(), variables);
        }
        case Repeat repeat -> {
          long times = Math.floorMod(variables[repeat.variable()], repeat.modulus());
          for (long i = 0; i < times; i++) {
            run(repeat.body(), variables);
          }
        }
      }
    }
  }

  /** Whether a block may change a variable. */
  static boolean assigns(List<Statement> block, int variable) {
    return block.stream()
        .anyMatch(
            statement ->
                switch (statement) {
                  case Assign assign -> assign.target() == variable;
                  case Choose choose ->
                      assigns(choose.taken(), variable) || assigns(choose.otherwise(), variable);
                  case Repeat repeat -> assigns(repeat.body(), variable);
                });
  }
}
