import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";

/** What may be named under privacy rules. */
export interface Naming {
  /** Tables and columns of which nothing is left in what may be seen; such as are there under another table, too, are no secret. */
  readonly hidden: ReadonlySet<string>;
  /** Schemas that may be named: those of the tables that are seen. One that needs no name before its tables is known by no table. */
  readonly schemas: ReadonlySet<string>;
}

/** What the rules leave, by the whole schema and by that under them. */
export function namingUnder(whole: DatabaseSchema, seen: DatabaseSchema): Naming {
  const left = namesIn(seen);
  return {
    hidden: new Set([...namesIn(whole)].filter((name) => !left.has(name))),
    schemas: new Set(["public", ...seen.tables.flatMap(({ schema }) => schema ?? [])]),
  };
}

function namesIn({ tables }: DatabaseSchema): ReadonlySet<string> {
  return new Set(
    tables.flatMap(({ name, columns }) =>
      [name, ...columns.map((column) => column.name)].flatMap((each) => each?.toLowerCase() ?? []),
    ),
  );
}

/** What is told of a database, without names that may not be named: lines that mend something there go as a whole. */
export function withoutNames({ mend, text, ...diagnosis }: Diagnosis, naming: Naming | undefined): Diagnosis {
  if (naming === undefined) return { ...diagnosis, text, ...(mend === undefined ? {} : { mend }) };
  const secret = secrets(naming);
  const kept = (mend?.split("\n") ?? []).filter(
    (line) =>
      line.search(secret) < 0 &&
      [...line.matchAll(SCHEMA)].every(([, name = ""]) => naming.schemas.has(name)),
  );
  return {
    ...diagnosis,
    text: text
      .replace(QUOTED, (quoted, name: string) => (naming.schemas.has(name) ? quoted : '"…"'))
      .replace(secret, "…"),
    ...(kept.length === 0 ? {} : { mend: kept.join("\n") }),
  };
}

const QUOTED = /"([^"]*)"/gu;
const SCHEMA = /\bSCHEMA "([^"]*)"/giu;

function secrets({ hidden }: Naming): RegExp {
  // Nothing is matched by a place that cannot be.
  if (hidden.size === 0) return /(?!)/gu;
  const names = [...hidden].toSorted((a, b) => b.length - a.length).map((name) => escaped(name));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
}

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
