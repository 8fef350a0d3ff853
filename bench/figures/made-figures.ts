import { mulberry32 } from "../../src/util/mulberry32.ts";
import { type DrawnFigure, drawFigure, KIND_NAMES, pick, type Results } from "./drawn-figure.ts";
import { wordingOf } from "./figure-sentences.ts";

export const PLANTED = ["other row", "transposed digits", "wrong ratio", "stale query", "no source"] as const;
export type PlantedKind = (typeof PLANTED)[number];

export interface MadeFigure {
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
      const value = kind === "no source" ? figure.value : wrongValue(kind, figure, random);
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

function wrongValue(
  kind: PlantedKind,
  figure: DrawnFigure,
  random: () => number,
): number | string | undefined {
  if (kind === "transposed digits") return figure.value;
  if (kind === "stale query") return figure.stale;
  const list = kind === "other row" ? figure.others : figure.ratios;
  return list.length === 0 ? undefined : pick(list, random);
}

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
