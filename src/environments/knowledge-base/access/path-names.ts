import { joined, type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { reversedPath, type Step } from "../program/program.ts";
import type { Names } from "../vocabulary/names.ts";
import type { GraphReader } from "./graph-reader.ts";

/** A relation or attribute with the names by which arguments may refer to it. */
export interface NamedPath<Facts> {
  readonly facts: Facts;
  readonly path: readonly Step[];
  /** Form in calls. */
  readonly text: Marked;
  /** Labels of its predicates, joined; empty if none has a label. */
  readonly label: Marked;
  /** The last part of the last predicate's name: `director` of `^dbo:director`, `directed_by` of `film.film.directed_by`. */
  readonly local: string;
  readonly inverse: boolean;
}

/** Paths with their names, in the order of their facts. */
export async function namePaths<Facts extends { readonly path: readonly Step[] }>(
  all: readonly Facts[],
  graph: Pick<GraphReader, "labels">,
  names: Names,
): Promise<readonly NamedPath<Facts>[]> {
  const predicates = [...new Set(all.flatMap(({ path }) => path.map(({ predicate }) => predicate)))];
  const found = await graph.labels(predicates.map((value) => ({ kind: "iri", value })));
  const labels = new Map(predicates.map((predicate, at) => [predicate, found[at]]));
  return all.map((facts) => {
    const { path } = facts;
    const last = path.at(-1)?.predicate ?? "";
    const spoken = path.flatMap(({ predicate }) => labels.get(predicate) ?? []);
    return {
      facts,
      path,
      text: pathText(path, names),
      label: schemaName(spoken.join(" / ")),
      local: localName(names.short(last)),
      inverse: path.every(({ inverse }) => inverse),
    };
  });
}

export function localName(short: string): string {
  return /[^.:/#<>]+(?=>?$)/u.exec(short)?.[0] ?? short;
}

/** The label if it adds words to the name, else empty. */
export function labelBeyond({ label, text }: Pick<NamedPath<unknown>, "label" | "text">): Marked {
  const own = new Set(nameWords(text));
  return nameWords(label).every((word) => own.has(word)) ? say`` : label;
}

/** `directed_by`, `^directed_by` for the inverse, `a/b` for two steps through a mediator. */
export function pathText(path: readonly Step[], names: Names): Marked {
  return joined(
    path.map(({ predicate, inverse }) => say`${inverse ? "^" : ""}${schemaName(names.short(predicate))}`),
    "/",
  );
}

/** Parses a path; also accepts `R(x)`, `(R x)` and `~x` for the inverse. Undefined if a part names no IRI. */
export function readPath(text: string, names: Names): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const part of splitPath(text.trim())) {
    const { name, inverse } = readDirection(part);
    const predicate = names.iri(name);
    if (predicate === undefined) return undefined;
    steps.push({ predicate, inverse });
  }
  return steps.length === 0 ? undefined : steps;
}

/** The name without the marks of a direction. */
export function readDirection(part: string): { readonly name: string; readonly inverse: boolean } {
  const written = part.trim();
  const reversed = /^\(?\s*R\s*(?:\(\s*(.*?)\s*\)|\s(.*?))\s*\)?$/su.exec(written.replace(/\s+/gu, " "));
  const inner = reversed?.[1] ?? reversed?.[2];
  if (inner !== undefined) return { name: inner.trim(), inverse: true };
  const marked = /^[\^~]\s*(.+)$/su.exec(written);
  return marked ? { name: (marked[1] ?? "").trim(), inverse: true } : { name: written, inverse: false };
}

/** Splits at slashes, except within `<…>` and in a bare IRI. */
export function splitPath(text: string): readonly string[] {
  if (/^[\^~]?[a-z][a-z0-9+.-]*:\/\/\S+$/iu.test(text)) return [text];
  return text.match(/(?:<[^<>]*>|[^/<])+/gu)?.map((part) => part.trim()) ?? [];
}

export function samePath(a: readonly Step[], b: readonly Step[]): boolean {
  return (
    a.length === b.length &&
    a.every((step, at) => step.predicate === b[at]?.predicate && step.inverse === b[at]?.inverse)
  );
}

type PathMatch<Facts> =
  | { readonly found: NamedPath<Facts>; readonly near?: never }
  | {
      readonly found?: never;
      /** Best first. */
      readonly near: readonly { readonly path: NamedPath<Facts>; readonly reason?: string }[];
    };

const MOST_NEAR = 4;

/**
 * Finds the path that an argument means: by its text, else by a label or the last part of its name if only one path in the same direction has
 * it. A path in the other direction is a different relation and is only suggested.
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
    // For two steps the last part is not enough: the first step may differ.
    [each.label, each.path.length === 1 ? each.local : "", bareText(each)].some(
      (called) => spoken !== "" && wordsOf(called) === spoken,
    ),
  );
  const same = called.filter((each) => each.inverse === inverse);
  const [only] = same;
  if (only && same.length === 1) return { found: only };
  const reversed = steps ? reversedPath(steps) : undefined;
  const other = paths.filter(
    (each) =>
      called.includes(each) ||
      (reversed && samePath(each.path, reversed)) ||
      (steps && each.path.length === steps.length && sameEdges(each, steps)),
  );
  const turned = other
    .filter((each) => each.inverse !== inverse)
    .map((path) => ({ path, reason: "the other direction" }));
  const namesOf = (each: NamedPath<unknown>) => [bareText(each), each.local, each.label];
  const close = nearestNames(name, [...new Set(paths.flatMap(namesOf))], { limit: MOST_NEAR });
  const near = close.flatMap((found) =>
    paths.filter((each) => namesOf(each).includes(found.name)).map((path) => ({ path })),
  );
  const all = [...same.map((path) => ({ path })), ...turned, ...near];
  return {
    near: all
      .filter(({ path }, at) => all.findIndex((each) => each.path === path) === at)
      .slice(0, MOST_NEAR),
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
