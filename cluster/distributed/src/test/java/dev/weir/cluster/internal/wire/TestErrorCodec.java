package dev.weir.cluster.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.Origin;
import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Errors as bytes: all fields survive, sizes are limited, and bytes that are no error refused. */
final class TestErrorCodec {
  private static final WeirException FULL =
      WeirException.invalidArgument("größer: 1 > 0\nsecond line")
          .withNode("MatMul", "layer1/product", "Mnist.java:41")
          .withTask("/job:ps/replica:0/task:0")
          .within("step 7");

  private static WeirException copied(WeirException error) {
    byte[] bytes = ErrorCodec.write(error);
    assertThat(bytes).hasSizeLessThanOrEqualTo(ErrorCodec.MAX_BYTES);
    return ErrorCodec.read(bytes);
  }

  /** An error as a peer may write it, without any check. */
  private static byte[] raw(int code, @Nullable String... fields) {
    ByteBuffer out = ByteBuffer.allocate(1 << 16).putInt(code);
    for (String field : fields) {
      byte[] bytes = field == null ? new byte[0] : field.getBytes(StandardCharsets.UTF_8);
      out.putInt(field == null ? -1 : bytes.length).put(bytes);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void refuses(byte[] bytes, String why) {
    assertThatThrownBy(() -> ErrorCodec.read(bytes))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void allFieldsSurvive(ErrorCode code) {
    WeirException read = copied(FULL.withCode(code));
    assertThat(read.code()).isEqualTo(code);
    assertThat(read.rule()).isEqualTo(FULL.rule());
    assertThat(read.origin()).isEqualTo(FULL.origin());
    assertThat(read).hasMessage(FULL.getMessage());
  }

  @Test
  void absentFieldsStayAbsent() {
    WeirException read = copied(WeirException.internal(""));
    assertThat(read.rule()).isEmpty();
    assertThat(read.origin()).isEqualTo(Origin.UNKNOWN);
  }

  @Test
  void longFieldsAreCut() {
    String text = "é".repeat(5000);
    WeirException read =
        copied(WeirException.internal(text).withNode(text, text, text).withTask(text).within(text));
    assertThat(read.rule()).isEqualTo("é".repeat(1536) + " ... [truncated]");
    for (String field :
        List.of(
            read.origin().context(),
            String.valueOf(read.task()),
            String.valueOf(read.op()),
            String.valueOf(read.node()),
            String.valueOf(read.builtAt()))) {
      assertThat(field).isEqualTo("é".repeat(512) + " ... [truncated]");
    }
  }

  @Test
  void controlCharactersOfNamesBecomeSpaces() {
    WeirException read = copied(WeirException.internal("a\nb").withNode("Op", "x\n\u0000y", null));
    assertThat(read.node()).isEqualTo("x  y");
    assertThat(read.rule()).isEqualTo("a\nb");
  }

  @Test
  void unknownCodeIsKeptInTheText() {
    WeirException read = ErrorCodec.read(raw(99, "odd", "", null, null, null, null));
    assertThat(read.code()).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(read).hasMessage("odd (code 99)");
  }

  @Test
  void bytesThatAreNoErrorAreRefused() {
    refuses(raw(3, null, "", null, null, null, null), "no rule");
    refuses(raw(3, "r", null, null, null, null, null), "no context");
    refuses(raw(3, "r", "", null, "Neg", null, null), "do not go together");
    refuses(raw(3, "r", "", null, null, null, "A.java:1"), "do not go together");
    refuses(raw(3, "r", "", "a\nb", null, null, null), "control characters");
    refuses(raw(3, "r", "", null, "Neg", "n\u001b[2J", null), "control characters");
    refuses(raw(3, "r".repeat(4000), "", null, null, null, null), "has 4000 bytes");
    refuses(raw(3, "r", "c".repeat(2000), null, null, null, null), "has 2000 bytes");
    refuses(raw(3, "r", "", null, null, null, null, "x"), "5 bytes follow");
    refuses(new byte[ErrorCodec.MAX_BYTES + 1], "at most");
    byte[] length = raw(3, "r", "", null, null, null, null);
    ByteBuffer.wrap(length).putInt(Integer.BYTES, Integer.MIN_VALUE);
    refuses(length, "has -2147483648 bytes");
    byte[] encoding = raw(3, "r", "", null, null, null, null);
    encoding[2 * Integer.BYTES] = (byte) 0xff;
    refuses(encoding, "not UTF-8");
  }

  @Test
  void cutAndDamagedErrorsNeverFailOtherwise() {
    byte[] bytes = ErrorCodec.write(FULL);
    for (int length = 0; length < bytes.length; length++) {
      refuses(Arrays.copyOf(bytes, length), "");
    }
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        WeirException unused = ErrorCodec.read(damaged);
      } catch (WeirException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      }
    }
  }
}
