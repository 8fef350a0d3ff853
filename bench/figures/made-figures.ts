import { judgePieces } from "../../src/agent/figures/judge-pieces.ts";
import { readReportPieces, sourcesOf } from "../../src/agent/figures/report-pieces.ts";
import { evaluateSource } from "../../src/agent/figures/source.ts";
import { profileTable } from "../../src/agent/figures/tables.ts";
import { mulberry32 } from "../../src/util/mulberry32.ts";
import { type DrawnFigure, drawFigure, KIND_NAMES, pick, type Results } from "./drawn-figure.ts";
import { wordingOf } from "./figure-sentences.ts";

export const PLANTED = ["other row", "transposed digits", "wrong ratio", "stale query", "no source"] as const;
type PlantedKind = (typeof PLANTED)[number];

interface MadeFigure {
  readonly kind: PlantedKind | "sound";
  readonly text: string;
  /** As a right one is written there. */
  readonly right: string;
}

const RATIOS = ["share", "ratio", "change"];
const ALWAYS_DIGITS = KIND_NAMES.filter(
  (kind) =>
    !["film", "cinema", "screen", "plan", "rank", "released", "hired", "month", "ratio", "rating"].includes(
      kind,
    ),
);

/** Sentences with one figure each, the same for the same seed: so many sound ones, and so many of each error. */
export function madeFigures(
  now: Results,
  before: Results,
  counts: { readonly sound: number; readonly each: number },
  seed = 20_240,
): readonly MadeFigure[] {
  const random = mulberry32(seed);
  const made: MadeFigure[] = [];
  for (let n = 0; made.length < counts.sound; n++) {
    const figure = drawFigure(KIND_NAMES[n % KIND_NAMES.length] ?? "count", now, before, random);
    // Nobody writes a division by 0.
    if (!isUsable(figure.value)) continue;
    const { write, sentence } = wordingOf(figure, random);
    const right = write(figure.value);
    made.push({ kind: "sound", text: sentence(right), right });
  }
  for (const kind of PLANTED) {
    let left = counts.each;
    while (left > 0) {
      const kinds =
        kind === "wrong ratio"
          ? RATIOS
          : kind === "transposed digits" || kind === "no source"
            ? ALWAYS_DIGITS
            : KIND_NAMES;
      const figure = drawFigure(pick(kinds, random), now, before, random);
      const { write, sentence } = wordingOf(figure, random);
      const right = write(figure.value);
      if (!isUsable(figure.value)) continue;
      const value = WRONG[kind](figure, random);
      if (value === undefined || !isUsable(value)) continue;
      const wrong = kind === "transposed digits" ? transposed(right, random) : write(value);
      if (
        wrong === undefined ||
        (kind !== "no source" && isRightToo(wrong, value, kind, figure.value, right))
      )
        continue;
      const text = sentence(wrong);
      made.push({ kind, text: kind === "no source" ? text.replace(/\s*\[[^\]]*\]/, "") : text, right });
      left--;
    }
  }
  return made;
}

const isUsable = (value: number | string): boolean => typeof value === "string" || Number.isFinite(value);

const WRONG = {
  "other row": ({ others }: DrawnFigure, random: () => number) =>
    others.length === 0 ? undefined : pick(others, random),
  "wrong ratio": ({ ratios }: DrawnFigure, random: () => number) =>
    ratios.length === 0 ? undefined : pick(ratios, random),
  "transposed digits": ({ value }: DrawnFigure) => value,
  "stale query": ({ stale }: DrawnFigure) => stale,
  "no source": ({ value }: DrawnFigure) => value,
} satisfies Record<PlantedKind, unknown>;

/** What is written no differently, or is the right number rounded further, is no error. */
function isRightToo(
  wrong: string,
  value: number | string,
  kind: PlantedKind,
  truth: number | string,
  right: string,
): boolean {
  if (wrong === right) return true;
  if (kind === "transposed digits" || typeof value === "string" || typeof truth === "string") return false;
  const places = /\.(\d+)/.exec(wrong)?.[1]?.length ?? 0;
  return value.toFixed(places) === truth.toFixed(places);
}

/** Two neighbouring digits change places; none that would then begin with a 0. */
function transposed(text: string, random: () => number): string | undefined {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const pairs = places.slice(1).flatMap((place, at) => {
    const first = places[at] ?? 0;
    return text[first] === text[place] || (at === 0 && text[place] === "0") ? [] : [[first, place] as const];
  });
  if (pairs.length === 0) return undefined;
  const [a, b] = pick(pairs, random);
  return text.slice(0, a) + text[b] + text.slice(a + 1, b) + text[a] + text.slice(b + 1);
}

export interface Measured extends MadeFigure {
  readonly problems: readonly string[];
  /** True where the final text marks the figure, or shows the right one in its place. */
  readonly mended: boolean;
  /** The figures of the final text. */
  readonly final: string;
  /** True where it shows the right one, as a right one is written there. */
  readonly righted: boolean;
}

/** Each text judged as a strategy has it judged: once for the writer, once in the end. */
export async function measureFigures(
  made: readonly MadeFigure[],
  tables: Results,
): Promise<readonly Measured[]> {
  const profiles = await Promise.all([...tables].map(([name, table]) => profileTable(name, table)));
  // A run sees no more than the first rows.
  const seen = new Map(
    [...tables].map(([name, { columns, rows }]) => [name, { columns, rows: rows.slice(0, 20) }]),
  );
  return made.map((figure) => {
    const pieces = readReportPieces(figure.text);
    const derived = sourcesOf(pieces).map((source) => evaluateSource(source, tables));
    const context = { derived, question: "How did the cinemas do in 2024?", tables: seen, profiles };
    const { problems } = judgePieces(pieces, { ...context, final: false });
    const { text } = judgePieces(pieces, { ...context, final: true });
    const figures = text.flatMap((part) => (typeof part === "object" && "verdict" in part ? [part] : []));
    const mended = figures.some(({ verdict }) => verdict !== "holds");
    const righted = figures.some(({ verdict, shown }) => verdict === "corrected" && shown === figure.right);
    return {
      ...figure,
      problems,
      mended,
      righted,
      final: figures.map(({ shown, verdict }) => `${shown} (${verdict})`).join(", "),
    };
  });
}
