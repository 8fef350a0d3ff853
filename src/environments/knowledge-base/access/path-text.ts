import { schemaName } from "../../../environment/egress/egress-scope.ts";
import type { Program, Step } from "../program/program.ts";
import type { Names } from "../vocabulary/names.ts";

/** `directed_by`, `^directed_by` for the inverse, `a/b` for two steps through a mediator. */
export function pathText(path: readonly Step[], names: Names): string {
  return path
    .map(({ predicate, inverse }) => `${inverse ? "^" : ""}${schemaName(names.short(predicate))}`)
    .join("/");
}

/** The steps of a path as it is written, also `R(x)`, `(R x)` and `~x` for the inverse; undefined where a part names no IRI. */
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

/** Cut at slashes; those within `<…>` and of a bare IRI belong to it. */
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

/** The same edges walked from the other end. */
export function inversePath(path: readonly Step[]): readonly Step[] {
  return path.toReversed().map(({ predicate, inverse }) => ({ predicate, inverse: !inverse }));
}

export function followPath(from: Program, path: readonly Step[]): Program {
  return path.reduce<Program>((program, step) => ({ op: "follow", from: program, step }), from);
}
