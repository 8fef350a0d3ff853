import type { Comparison, Program, Step } from "../environments/knowledge-base/program/program.ts";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import { comparableValue } from "../environments/knowledge-base/term/comparable-value.ts";
import type { Term } from "../environments/knowledge-base/term/term.ts";
import { EX, ex } from "./triple-store-fixture.ts";
import { storeBounds } from "./triple-store-subject.ts";

/** Programs over the fixture in short: names for its IRIs, `^` for inverse steps, `/` between the steps of an attribute. */
export const terms = (...each: readonly (string | Term)[]): Program => ({
  op: "terms",
  terms: each.map((one) => (typeof one === "string" ? ex(one) : one)),
});
export const instances = (name: string): Program => ({ op: "instances", class: EX + name });
export const follow = (from: Program, path: string): Program =>
  steps(path).reduce<Program>((program, step) => ({ op: "follow", from: program, step }), from);
export const both = (left: Program, right: Program): Program => ({ op: "intersection", left, right });
export const either = (left: Program, right: Program): Program => ({ op: "union", left, right });
export const without = (left: Program, right: Program): Program => ({ op: "difference", left, right });
export const most = (of: Program, path: string): Program => ({ op: "argmax", of, attribute: steps(path) });
export const least = (of: Program, path: string): Program => ({ op: "argmin", of, attribute: steps(path) });
export const count = (of: Program): Program => ({ op: "count", of });
export const filter = (of: Program, path: string, comparison: Comparison, value: Term): Program => ({
  op: "filter",
  of,
  attribute: steps(path),
  comparison,
  value,
});

/** An empty text is no step at all. */
export function steps(path: string): readonly Step[] {
  return path === ""
    ? []
    : path
        .split("/")
        .map((step) => ({ predicate: EX + step.replace("^", ""), inverse: step.startsWith("^") }));
}

export function shownPath(path: readonly Step[]): string {
  return path.map(({ predicate, inverse }) => (inverse ? "^" : "") + predicate.replace(EX, "")).join("/");
}

/** `heat`, `_:` (blank nodes have names of their own in each store), `Heat@en`, `170^integer`, `text`. */
export function shown(term: Term): string {
  switch (term.kind) {
    case "iri":
      return term.value.replace(EX, "");
    case "blank":
      return "_:";
    case "literal": {
      if (term.language !== undefined) return `${term.value}@${term.language}`;
      if (term.datatype === undefined) return term.value;
      const value = comparableValue(term);
      const text = value?.kind === "number" ? String(value.number) : term.value;
      return `${text}^${term.datatype.replace(/^.*#/u, "")}`;
    }
    case "triple":
      return `<<${[term.subject, term.predicate, term.object].map(shown).join(" ")}>>`;
  }
}

/** All members of a program, in short, sorted and joined by a space. */
export async function membersOf(store: TripleStore, program: Program): Promise<string> {
  const { terms: all } = await store.members(program, { limit: 10_000 }, storeBounds());
  return all.map(shown).sort().join(" ");
}

export async function relationsOf(store: TripleStore, program: Program): Promise<readonly string[]> {
  const relations = await store.relations(program, storeBounds());
  return relations
    .map(({ path, members, end }) =>
      [shownPath(path), members, end.kind, end.class?.replace(EX, "")].filter(Boolean).join(" "),
    )
    .sort();
}

export async function attributesOf(store: TripleStore, program: Program): Promise<readonly string[]> {
  const attributes = await store.attributes(program, storeBounds());
  return attributes
    .map(({ path, kind, members, least: low, greatest }) =>
      [shownPath(path), kind, members, shown(low), shown(greatest)].join(" "),
    )
    .sort();
}
