import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { OWN_FUNCTIONS, ROLE_CAN_WRITE, SCHEMAS } from "./postgres-catalog-queries.ts";
import type { RunStatement } from "./postgres-session.ts";

/** What is asked of a server once, when it is opened. */
export interface PostgresServerFacts {
  readonly version: string;
  /** Whose rights statements have. */
  readonly role: string;
  readonly canWrite: boolean;
  /** Names and kinds of the functions that the database adds. */
  readonly functions: readonly (readonly (string | null)[])[];
  /** The role's own time limit of a statement, 0 for none. */
  readonly roleMilliseconds: number;
  /** `SET LOCAL …;` that puts the chosen schemas before the search path; empty where none were chosen. */
  readonly searchPath: string;
}

const SESSION = `SELECT current_setting('server_version'), current_user, current_setting('search_path'),
  (SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout')`;

/** @throws FuxiError `target-not-found` for a schema that is not there */
export async function serverFacts(
  run: RunStatement,
  schemas: readonly string[],
): Promise<PostgresServerFacts> {
  const [version, role, path, milliseconds] = (await run(SESSION, [], 1)).rows[0] ?? [];
  const usable =
    schemas.length === 0 ? [] : (await run(SCHEMAS, [], 10_000)).rows.map(([name]) => name ?? "");
  const missing = schemas.find((name) => !usable.includes(name));
  if (missing !== undefined) {
    throw new FuxiError("target-not-found", `The database has no schema ${missing} that this role may use.`, {
      hint:
        usable.length === 0
          ? "Grant it USAGE on the schema."
          : `It may use ${usable.slice(0, 20).join(", ")}.`,
    });
  }
  // The path itself is a list of names already.
  const names = [...schemas.map((name) => `"${name.replaceAll('"', '""')}"`), ...(path ? [path] : [])];
  const hasLimit = /^\d+$/u.test(milliseconds ?? "");
  return {
    version: version ?? "",
    role: role ?? "",
    canWrite: (await run(ROLE_CAN_WRITE, [], 1)).rows[0]?.[0] === "t",
    functions: (await run(OWN_FUNCTIONS, [], 10_000)).rows,
    roleMilliseconds: hasLimit ? Number(milliseconds) : 0,
    searchPath: schemas.length === 0 ? "" : `SET LOCAL search_path = ${names.join(", ")};`,
  };
}

/** Settings of the address, for the beginning of a transaction. */
export function settingsSql(settings: readonly (readonly [string, string])[]): string {
  return settings.map(([name, value]) => `SET LOCAL ${name} = ${settingValue(name, value)};`).join(" ");
}

/** A search path is a list of names; in one quoted text it would be one name. */
function settingValue(name: string, value: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  if (name !== "search_path") return quoted(value);
  return value
    .split(",")
    .map((each) => quoted(each.trim().replace(/^"(.*)"$/su, "$1")))
    .join(", ");
}
