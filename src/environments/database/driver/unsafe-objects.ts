import { starPattern } from "../../../environment/privacy-rules.ts";
import type { StatementNames } from "../privacy/privacy-facts.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { SqlEngineError } from "./sql-engine-error.ts";

/** Server objects that statements may use although a read-only transaction does not restrain them. */
export interface AllowedObjects {
  /** Functions by `name` or `schema.name`; `*` stands for any characters. */
  readonly allowFunctions?: readonly string[];
  /** Foreign tables, in the same form. */
  readonly allowForeign?: readonly string[];
}

/**
 * An object that a read-only transaction does not restrain: a function that may write through another connection, a table that runs a program when it
 * is read, and any object built on these.
 */
export interface UnsafeObject {
  readonly kind: "function" | "relation" | "operator" | "type";
  readonly schema: string;
  readonly name: string;
  /** True if the name needs no schema before it. */
  readonly visible: boolean;
  /** True for a function that is called as `x.name` on a row `x`. */
  readonly isAttribute?: boolean;
  /** The reason, as a predicate: "is declared VOLATILE". */
  readonly because: string;
  /** The option that allows it; absent if only another definition helps. */
  readonly allowedBy?: { readonly option: keyof AllowedObjects; readonly name: string };
}

export function isAllowed(
  patterns: readonly string[] | undefined,
  { schema, name }: Pick<UnsafeObject, "schema" | "name">,
): boolean {
  return (patterns ?? []).some((pattern) =>
    starPattern(pattern)(pattern.includes(".") ? `${schema}.${name}` : name),
  );
}

/** A dependency of one object on another. */
export interface Dependency<Key> {
  readonly on: Key;
  readonly of: UnsafeObject & { readonly key: Key };
}

/** Adds the objects that depend on unsafe ones, over all levels. */
export function withDependents<Key>(
  objects: ReadonlyMap<Key, UnsafeObject>,
  dependencies: readonly Dependency<Key>[],
): ReadonlyMap<Key, UnsafeObject> {
  const all = new Map(objects);
  const dependents = Map.groupBy(dependencies, ({ on }) => on);
  for (const [key, object] of all) {
    for (const { of } of dependents.get(key) ?? []) {
      if (all.has(of.key)) continue;
      const { key: _, ...dependent } = of;
      const because = object.because.startsWith("uses ")
        ? object.because
        : `uses ${spoken(object)}, which ${object.because}`;
      all.set(of.key, { ...dependent, because, ...(object.allowedBy && { allowedBy: object.allowedBy }) });
    }
  }
  return all;
}

function spoken({ kind, name, schema, visible }: UnsafeObject): string {
  return `${visible ? "" : `${schema}.`}${name}${kind === "function" ? "()" : ""}`;
}

const OPTIONS: Readonly<Record<keyof AllowedObjects, string>> = {
  allowFunctions: "--allow-function",
  allowForeign: "--allow-foreign",
};

const optionOf = ({ allowedBy }: UnsafeObject): string | undefined =>
  allowedBy && `${OPTIONS[allowedBy.option]} ${allowedBy.name}`;

/** @throws SqlEngineError `not-read-only` for a statement that names an unsafe object */
export function refuseUnsafe(names: StatementNames, objects: readonly UnsafeObject[]): void {
  const isNamed = (object: UnsafeObject, { schema, name }: { schema?: string; name: string }): boolean =>
    name === object.name &&
    (schema === undefined ? object.visible : schema.split(".").at(-1) === object.schema);
  for (const object of objects) {
    const { kind, name } = object;
    const found =
      kind === "relation"
        ? names.relations.find((each) => isNamed(object, each))
        : kind === "type"
          ? names.types.find((each) => isNamed(object, each))
          : names.functions.find(({ form, ...each }) => {
              if (kind === "operator") return each.name === name || each.name === `${object.schema}.${name}`;
              if (form === "attribute") return object.isAttribute === true && each.name === name;
              return form !== "operator" && isNamed(object, each);
            });
    if (found !== undefined) throw unsafeRefusal(object);
  }
}

export function unsafeRefusal(object: UnsafeObject): SqlEngineError {
  const option = optionOf(object);
  return new SqlEngineError({
    kind: "not-read-only",
    engineMessage: `${spoken(object)} ${object.because}`,
    identifier: object.name,
    ...(option && { advice: `Whoever starts Fuxi can allow it with ${option}.` }),
  });
}

const SHOWN = 5;

/** The diagnosis of objects that no statement may use; undefined if there are none. */
export function unsafeDiagnosis(objects: readonly UnsafeObject[]): Diagnosis | undefined {
  if (objects.length === 0) return undefined;
  const shown = objects.slice(0, SHOWN).map(spoken);
  const more = objects.length > SHOWN ? ` and ${objects.length - SHOWN} more` : "";
  const options = [...new Set(objects.flatMap((object) => optionOf(object) ?? []))];
  const text = `A read-only transaction does not hold ${shown.join(", ")}${more}: statements that use ${objects.length === 1 ? "it" : "them"} are refused.`;
  const mend =
    options.length === 0
      ? {}
      : { mend: `${options.slice(0, SHOWN).join(" ")}   # allows, where it is meant` };
  return { name: "unsafe objects", state: "warning", text, names: true, ...mend };
}
