/**
 * Text in encodings that nobody named: how often its encoding is guessed so that every character is right, doubted, or silently wrong. Cells are names of
 * countries, languages and currencies as Node has them in each language.
 *
 * node bench/encodings.ts [--list]
 */
import { byteWords } from "../src/environments/database/drivers/duckdb/files/encoding/byte-words.ts";
import { encodingNamed } from "../src/environments/database/drivers/duckdb/files/encoding/encoding-named.ts";
import { guessEncoding } from "../src/environments/database/drivers/duckdb/files/encoding/guess-encoding.ts";
import { mulberry32 } from "../src/util/mulberry32.ts";
import { encodedText } from "../test/support/encoded-text.ts";

const CENTRAL = ["Windows-1250", "ISO-8859-2", "IBM852"];
const OTHER_WESTERN = ["Macintosh", "IBM850"];
const WESTERN = ["de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "ca"];
/** What is measured: languages, and encodings that their texts come in. */
const SETS: readonly (readonly [name: string, languages: readonly string[], encodings: readonly string[]])[] =
  [
    ["Western, Windows-1252", WESTERN, ["Windows-1252"]],
    ["Western, all languages in one file, Windows-1252", [WESTERN.join(" ")], ["Windows-1252"]],
    ["Western, Macintosh and IBM850", WESTERN, OTHER_WESTERN],
    ["Central European, three encodings", ["pl", "cs", "sk", "hu", "hr", "sl", "ro"], CENTRAL],
    ["Turkish, Windows-1254", ["tr"], ["Windows-1254"]],
    ["Baltic, Windows-1257", ["lt", "lv", "et"], ["Windows-1257"]],
    ["Russian, five encodings", ["ru"], ["Windows-1251", "KOI8-R", "IBM866", "ISO-8859-5", "x-mac-cyrillic"]],
    ["Ukrainian, Bulgarian, Serbian, Windows-1251", ["uk", "bg", "sr"], ["Windows-1251"]],
    ["Greek, two encodings", ["el"], ["Windows-1253", "ISO-8859-7"]],
    ["Hebrew, Arabic, Thai", ["he Windows-1255", "ar Windows-1256", "th Windows-874"], []],
    ["Japanese, two encodings", ["ja"], ["Shift_JIS", "EUC-JP"]],
    ["Chinese, Korean", ["zh-Hans GB18030", "zh-Hant Big5", "ko EUC-KR"], []],
  ];
const SIZES = [5, 20, 200];
const SEEDS = 10;
const list = process.argv.includes("--list");

/** Names that a language has for countries, languages and currencies, but for those with a character that the encoding lacks. */
function namesIn(language: string, encoding: string): readonly string[] {
  const key = `${language} ${encoding}`;
  const kept = names.get(key);
  if (kept !== undefined) return kept;
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const of = (type: "region" | "language" | "currency", codes: readonly string[]): readonly string[] => {
    const shown = new Intl.DisplayNames(language, { type, fallback: "none" });
    return codes.flatMap((code) => shown.of(code) ?? []);
  };
  const all = [
    ...of("region", pairs),
    ...of(
      "language",
      pairs.map((pair) => pair.toLowerCase()),
    ),
    ...of("currency", Intl.supportedValuesOf("currency")),
  ].map((name) =>
    name.replaceAll(/[șțȘȚ]/gu, (letter) => ({ ș: "ş", ț: "ţ", Ș: "Ş", Ț: "Ţ" })[letter] ?? letter),
  );
  const writable = all.filter((name) => canWrite(name, encoding));
  names.set(key, writable);
  return writable;
}
const names = new Map<string, readonly string[]>();

function canWrite(text: string, encoding: string): boolean {
  try {
    return encodedText(text, encoding).length > 0;
  } catch {
    return false;
  }
}

type Verdict = "right" | "right, doubted" | "wrong, doubted" | "silently wrong";

function verdictOn(language: string, encoding: string, cells: number, seed: number): Verdict | undefined {
  const random = mulberry32(seed);
  const pools = language.split(" ").map((each) => namesIn(each, encoding));
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const text = Array.from({ length: cells }, () => pick(pick(pools) ?? [])).join("\n");
  const bytes = encodedText(text, encoding);
  if (!bytes.some((byte) => byte >= 0x80)) return undefined;
  const words = byteWords();
  words.add(Buffer.from(bytes).toString("latin1"));
  const guess = guessEncoding(words.all());
  const read = encodingNamed(guess.encoding).decoder({ fatal: false }).decode(bytes);
  const isRight = read === text.normalize("NFC");
  if (list && (!isRight || (guess.isDoubtful && encoding === "Windows-1252"))) {
    const doubted = guess.isDoubtful ? ", doubted" : "";
    console.log(`${language}, ${encoding}, ${cells} cells: ${guess.encoding}${doubted}`);
  }
  if (isRight) return guess.isDoubtful ? "right, doubted" : "right";
  return guess.isDoubtful ? "wrong, doubted" : "silently wrong";
}

console.log(
  `| text | ${SIZES.map((cells) => `${cells} cells`).join(" | ")} | right, but doubted |\n|---|---|---|---|---|`,
);
for (const [name, languages, encodings] of SETS) {
  const pairs = languages.flatMap((each): readonly (readonly [string, string])[] => {
    const [language = "", own] = each.split(" ");
    if (encodings.length === 0 && own !== undefined) return [[language, own]];
    return encodings.map((encoding) => [each, encoding]);
  });
  let doubted = 0;
  const counts = SIZES.map((cells) => {
    const verdicts = pairs.flatMap(([language, encoding]) =>
      Array.from({ length: SEEDS }, (_, seed) => verdictOn(language, encoding, cells, seed + 1) ?? []).flat(),
    );
    const count = (verdict: Verdict): number => verdicts.filter((each) => each === verdict).length;
    doubted += count("right, doubted");
    const right = count("right") + count("right, doubted");
    return `${right} / ${count("wrong, doubted")} / ${count("silently wrong")}`;
  });
  console.log(`| ${name} | ${counts.join(" | ")} | ${doubted} |`);
}
