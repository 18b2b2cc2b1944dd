package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.UnaryKernels;
import dev.weir.tensor.Shape;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The script of every code point, by its number in ICU: 0 for what is common to all, 25 for Latin,
 * 103 if unknown, -1 for what is no code point.
 */
final class UnicodeScript extends Op {
  private static final int UNKNOWN = 103;
  private static final int NONE = -1;

  /** Character.UnicodeScript's names and ICU's numbers. */
  private static final String NUMBERS =
      """
      ADLAM=167 AHOM=161 ANATOLIAN_HIEROGLYPHS=156 ARABIC=2 ARMENIAN=3 AVESTAN=117
      BALINESE=62 BAMUM=130 BASSA_VAH=134 BATAK=63 BENGALI=4 BHAIKSUKI=168 BOPOMOFO=5
      BRAHMI=65 BRAILLE=46 BUGINESE=55 BUHID=44 CANADIAN_ABORIGINAL=40 CARIAN=104
      CAUCASIAN_ALBANIAN=159 CHAKMA=118 CHAM=66 CHEROKEE=6 CHORASMIAN=189 COMMON=0 COPTIC=7
      CUNEIFORM=101 CYPRIOT=47 CYRILLIC=8 DESERET=9 DEVANAGARI=10 DIVES_AKURU=190 DOGRA=178
      DUPLOYAN=135 EGYPTIAN_HIEROGLYPHS=71 ELBASAN=136 ELYMAIC=185 ETHIOPIC=11 GEORGIAN=12
      GLAGOLITIC=56 GOTHIC=13 GRANTHA=137 GREEK=14 GUJARATI=15 GUNJALA_GONDI=179 GURMUKHI=16
      HAN=17 HANGUL=18 HANIFI_ROHINGYA=182 HANUNOO=43 HATRAN=162 HEBREW=19 HIRAGANA=20
      IMPERIAL_ARAMAIC=116 INHERITED=1 INSCRIPTIONAL_PAHLAVI=122 INSCRIPTIONAL_PARTHIAN=125
      JAVANESE=78 KAITHI=120 KANNADA=21 KATAKANA=22 KAYAH_LI=79 KHAROSHTHI=57
      KHITAN_SMALL_SCRIPT=191 KHMER=23 KHOJKI=157 KHUDAWADI=145 LAO=24 LATIN=25 LEPCHA=82
      LIMBU=48 LINEAR_A=83 LINEAR_B=49 LISU=131 LYCIAN=107 LYDIAN=108 MAHAJANI=160
      MAKASAR=180 MALAYALAM=26 MANDAIC=84 MANICHAEAN=121 MARCHEN=169 MASARAM_GONDI=175
      MEDEFAIDRIN=181 MEETEI_MAYEK=115 MENDE_KIKAKUI=140 MEROITIC_CURSIVE=141
      MEROITIC_HIEROGLYPHS=86 MIAO=92 MODI=163 MONGOLIAN=27 MRO=149 MULTANI=164 MYANMAR=28
      NABATAEAN=143 NANDINAGARI=187 NEWA=170 NEW_TAI_LUE=59 NKO=87 NUSHU=150
      NYIAKENG_PUACHUE_HMONG=186 OGHAM=29 OLD_HUNGARIAN=76 OLD_ITALIC=30
      OLD_NORTH_ARABIAN=142 OLD_PERMIC=89 OLD_PERSIAN=61 OLD_SOGDIAN=184
      OLD_SOUTH_ARABIAN=133 OLD_TURKIC=88 OL_CHIKI=109 ORIYA=31 OSAGE=171 OSMANYA=50
      PAHAWH_HMONG=75 PALMYRENE=144 PAU_CIN_HAU=165 PHAGS_PA=90 PHOENICIAN=91
      PSALTER_PAHLAVI=123 REJANG=110 RUNIC=32 SAMARITAN=126 SAURASHTRA=111 SHARADA=151
      SHAVIAN=51 SIDDHAM=166 SIGNWRITING=112 SINHALA=33 SOGDIAN=183 SORA_SOMPENG=152
      SOYOMBO=176 SUNDANESE=113 SYLOTI_NAGRI=58 SYRIAC=34 TAGALOG=42 TAGBANWA=45 TAI_LE=52
      TAI_THAM=106 TAI_VIET=127 TAKRI=153 TAMIL=35 TANGUT=154 TELUGU=36 THAANA=37 THAI=38
      TIBETAN=39 TIFINAGH=60 TIRHUTA=158 UGARITIC=53 VAI=99 WANCHO=188 WARANG_CITI=146
      YEZIDI=192 YI=41 ZANABAZAR_SQUARE=177
      """;

  private static final Map<Character.UnicodeScript, Integer> BY_SCRIPT = numbersByScript();

  private static Map<Character.UnicodeScript, Integer> numbersByScript() {
    Map<Character.UnicodeScript, Integer> numbers = new EnumMap<>(Character.UnicodeScript.class);
    for (String entry : NUMBERS.strip().split("\\s+", -1)) {
      int equals = entry.indexOf('=');
      numbers.put(
          Character.UnicodeScript.forName(entry.substring(0, equals)),
          Integer.valueOf(entry.substring(equals + 1)));
    }
    return numbers;
  }

  UnicodeScript() {
    super("UnicodeScript(input: int32) -> (output: int32)");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return UnaryKernels.integer(UnicodeScript::number);
  }

  private static long number(long codePoint) {
    if (codePoint < 0 || codePoint > Character.MAX_CODE_POINT) {
      return NONE;
    }
    return BY_SCRIPT.getOrDefault(Character.UnicodeScript.of((int) codePoint), UNKNOWN);
  }

  @Override
  public String notDifferentiable() {
    return "its output is an integer";
  }
}
