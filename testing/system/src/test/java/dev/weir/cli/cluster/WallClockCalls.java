package dev.weir.cli.cluster;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Methods of the JDK that read the wall clock, and which classes use them. */
final class WallClockCalls {
  /** Static methods without parameters that {@link ShiftedClock} has too. */
  private static final Set<String> SHIFTED =
      Set.of(
          "java/lang/System.currentTimeMillis()J",
          "java/time/Instant.now()Ljava/time/Instant;",
          "java/time/Clock.systemUTC()Ljava/time/Clock;",
          "java/time/Clock.systemDefaultZone()Ljava/time/Clock;");

  private static final Set<String> TIMES =
      Set.of(
          "java/time/LocalDate",
          "java/time/LocalTime",
          "java/time/LocalDateTime",
          "java/time/OffsetDateTime",
          "java/time/OffsetTime",
          "java/time/Year",
          "java/time/YearMonth",
          "java/time/MonthDay",
          "java/time/ZonedDateTime");

  private static final Set<String> OTHERS =
      Set.of(
          "java/time/Clock.system",
          "java/time/Clock.tickMillis",
          "java/time/Clock.tickSeconds",
          "java/time/Clock.tickMinutes",
          "java/time/InstantSource.system",
          "java/util/Calendar.getInstance");

  private WallClockCalls() {}

  /** Whether calls of a method are replaced. */
  static boolean isShifted(MemberRefEntry method) {
    return SHIFTED.contains(described(method));
  }

  /** What a class uses to read the wall clock. */
  static List<String> of(ClassModel type) {
    List<String> calls = new ArrayList<>();
    for (PoolEntry entry : type.constantPool()) {
      if (entry instanceof MemberRefEntry method && (isShifted(method) || isOther(method))) {
        calls.add(described(method));
      }
    }
    return calls;
  }

  /** What a class uses to read the wall clock that the agent does not replace. */
  static List<String> notShifted(ClassModel type) {
    List<String> calls = new ArrayList<>();
    for (PoolEntry entry : type.constantPool()) {
      if (entry instanceof MemberRefEntry method && isOther(method)) {
        calls.add(described(method));
      } else if (entry instanceof MethodHandleEntry handle && isShifted(handle.reference())) {
        calls.add(described(handle.reference()) + " as a method reference");
      }
    }
    return calls;
  }

  private static boolean isOther(MemberRefEntry method) {
    String owner = method.owner().asInternalName();
    String name = method.name().stringValue();
    String described = described(method);
    return OTHERS.contains(owner + "." + name)
        || TIMES.contains(owner) && name.equals("now")
        || described.equals("java/util/Date.<init>()V")
        || described.equals("java/util/GregorianCalendar.<init>()V");
  }

  private static String described(MemberRefEntry member) {
    return member.owner().asInternalName()
        + "."
        + member.name().stringValue()
        + member.type().stringValue();
  }
}
