import { schemaName } from "../../../environment/egress/egress-scope.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { Step } from "../program/program.ts";
import type { Names } from "../vocabulary/names.ts";
import type { GraphReader } from "./graph-reader.ts";
import { pathText } from "./path-text.ts";

/** A relation or attribute under the names by which it may be meant. */
export interface NamedPath<Facts> {
  readonly facts: Facts;
  readonly path: readonly Step[];
  /** As calls write it. */
  readonly text: string;
  /** Labels of its predicates, joined; the empty text where none has a label. */
  readonly label: string;
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

/** The label where it says more than the name does. */
export function labelBeyond({ label, text }: Pick<NamedPath<unknown>, "label" | "text">): string {
  const own = new Set(nameWords(text));
  return nameWords(label).every((word) => own.has(word)) ? "" : label;
}
