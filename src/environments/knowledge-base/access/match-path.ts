import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { Names } from "../vocabulary/names.ts";
import type { NamedPath } from "./path-names.ts";
import { inversePath, readDirection, readPath, samePath } from "./path-text.ts";

export type PathMatch<Facts> =
  | { readonly found: NamedPath<Facts>; readonly near?: never }
  | {
      readonly found?: never;
      /** Best first. */
      readonly near: readonly { readonly path: NamedPath<Facts>; readonly reason?: string }[];
    };

/**
 * The path that is meant: by its text, else by a label or the last part of its name where only one path in the same direction has it. The
 * other direction is another relation and is only suggested.
 */
export function matchPath<Facts>(
  written: string,
  paths: readonly NamedPath<Facts>[],
  names: Names,
): PathMatch<Facts> {
  const text = written.trim().replace(/^(["'`])(.*)\1$/su, "$2");
  const steps = readPath(text, names);
  const exact = paths.find((each) => each.text === text || (steps && samePath(each.path, steps)));
  if (exact) return { found: exact };
  const { name, inverse } = readDirection(text);
  const spoken = wordsOf(name);
  const called = paths.filter((each) =>
    // The last part of two steps is not enough: the first one may be another.
    [each.label, each.path.length === 1 ? each.local : "", bareText(each)].some(
      (called) => spoken !== "" && wordsOf(called) === spoken,
    ),
  );
  const same = called.filter((each) => each.inverse === inverse);
  const [only] = same;
  if (only && same.length === 1) return { found: only };
  const reversed = steps ? inversePath(steps) : undefined;
  const other = paths.filter(
    (each) =>
      called.includes(each) ||
      (reversed && samePath(each.path, reversed)) ||
      (steps && each.path.length === steps.length && sameEdges(each, steps)),
  );
  const turned = other
    .filter((each) => each.inverse !== inverse)
    .map((path) => ({ path, reason: "the other direction" }));
  const close = [
    ...nearestNames(name, paths.map(bareText), { limit: 3 }),
    ...nearestNames(
      name,
      paths.map(({ local }) => local),
      { limit: 2 },
    ),
    ...nearestNames(
      name,
      paths.map(({ label }) => label),
      { limit: 2 },
    ),
  ].sort((a, b) => b.score - a.score);
  const near = close.flatMap(({ name: found }) =>
    paths
      .filter((each) => [bareText(each), each.local, each.label].includes(found))
      .map((path) => ({ path })),
  );
  const all = [...same.map((path) => ({ path })), ...turned, ...near];
  return {
    near: all.filter(({ path }, at) => all.findIndex((each) => each.path === path) === at).slice(0, 4),
  };
}

function wordsOf(text: string): string {
  return nameWords(text).join(" ") || foldText(text);
}

function bareText({ text }: NamedPath<unknown>): string {
  return text.replaceAll("^", "");
}

function sameEdges({ path }: NamedPath<unknown>, steps: readonly { readonly predicate: string }[]): boolean {
  return path.every(({ predicate }, at) => predicate === steps[at]?.predicate);
}
