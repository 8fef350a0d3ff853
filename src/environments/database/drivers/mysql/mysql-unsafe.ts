import { unlessRefused } from "../../driver/sql-engine-error.ts";
import { type AllowedObjects, isAllowed, type UnsafeObject } from "../../driver/unsafe-objects.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { isSymbol } from "../dialect-parts.ts";
import { hasRunningComment, REFUSED_FUNCTIONS } from "./mysql-dialect.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import { writeMysqlValue } from "./mysql-session.ts";

/** The body is NULL if this user may not see it. */
const ROUTINES = `
SELECT ROUTINE_SCHEMA AS db, ROUTINE_NAME AS name, ROUTINE_BODY AS language, SQL_DATA_ACCESS AS access, ROUTINE_DEFINITION AS body
FROM information_schema.ROUTINES WHERE ROUTINE_TYPE IN ('FUNCTION', 'PACKAGE BODY') AND ROUTINE_SCHEMA NOT IN ('sys', 'mysql')`;
/** Functions in C; only some users may read this table. */
const LOADED = "SELECT name FROM mysql.func";
const DATABASES = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA";
/** Storage engines whose tables are on other servers or in files. */
const FOREIGN_ENGINES = "'FEDERATED', 'CONNECT', 'SPIDER', 'S3'";

const relationsOf = (database: string): string => `
SELECT TABLE_NAME AS name, VIEW_DEFINITION AS body, NULL AS engine FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${writeMysqlValue(database)}
UNION ALL SELECT TABLE_NAME, NULL, ENGINE FROM information_schema.TABLES
WHERE TABLE_SCHEMA = ${writeMysqlValue(database)} AND ENGINE IN (${FOREIGN_ENGINES})`;

/** Words in a function's body that act even in a read-only transaction. A function cannot run text as SQL. */
const ACTS = /^(?:GLOBAL|PERSIST|PERSIST_ONLY|OUTFILE|DUMPFILE|CALL|KILL|EXECUTE|PREPARE|SHUTDOWN|LOAD)$/u;
/** Tokens that may precede a relation. */
const BEFORE_RELATION = new Set(["FROM", "JOIN", "STRAIGHT_JOIN", "TABLE", "OJ", ",", "("]);

/** Runs statements, without a row limit. */
type Asking = Pick<MysqlTransaction, "rows" | "records">;

interface Relation {
  /** A view's definition. */
  readonly body: string | null;
  /** The storage engine of a table stored elsewhere. */
  readonly engine: string | null;
}

/** Databases and routines of the server, and relations of the databases queried so far. */
interface Catalog {
  readonly databases: ReadonlySet<string>;
  readonly routines: ReadonlyMap<string, { readonly body: string; readonly because: string | undefined }>;
  readonly relations: Map<string, ReadonlyMap<string, Relation>>;
  readonly verdicts: Map<string, UnsafeObject | undefined>;
}

/** User-made objects that a read-only transaction does not restrain, detected by the texts of functions and views. */
export class MysqlUnsafe {
  readonly #options: AllowedObjects & { readonly lexical: LexicalRules; readonly database: string };
  #catalog: Catalog | undefined;

  constructor(options: AllowedObjects & { readonly lexical: LexicalRules; readonly database: string }) {
    this.#options = options;
  }

  /** Forgets the catalog. */
  renew(): void {
    this.#catalog = undefined;
  }

  /** The first unsafe object that a text names. */
  async find(sql: string, ask: Asking, database = this.#options.database): Promise<UnsafeObject | undefined> {
    this.#catalog ??= await this.#read(ask);
    const { databases } = this.#catalog;
    const { tokens } = tokenize(sql, this.#options.lexical);
    for (const [at, { kind, start, end }] of tokens.entries()) {
      if (kind !== "word" && kind !== "identifier") continue;
      const isQualified = isSymbol(tokens[at - 1], ".");
      const qualifier = isQualified ? nameOf(tokens[at - 2], sql) : undefined;
      const name = nameOf({ ...(tokens[at] as Token), start, end }, sql);
      if (isSymbol(tokens[at + 1], "(")) {
        const homes = qualifier === undefined ? [database, ""] : [qualifier];
        for (const home of homes) {
          const found =
            (await this.#routine(home, name, ask)) ??
            (qualifier && (await this.#routine(database, qualifier, ask)));
          if (found) return found;
        }
        continue;
      }
      const before = tokens[at - (isQualified ? 3 : 1)];
      const home = qualifier ?? database;
      if (!BEFORE_RELATION.has(before?.value ?? "") || !databases.has(home)) continue;
      const found = await this.#relation(home, name, ask);
      if (found) return found;
    }
    return undefined;
  }

  /** All unsafe objects of these databases, and their foreign relations that are allowed. */
  async all(databases: readonly string[], ask: Asking) {
    this.#catalog ??= await this.#read(ask);
    const objects: UnsafeObject[] = [];
    const foreign = new Set<string>();
    for (const key of this.#catalog.routines.keys()) {
      const [home = "", name = ""] = JSON.parse(key) as string[];
      const found = databases.includes(home) ? await this.#routine(home, name, ask) : undefined;
      if (found?.kind === "function" && found.name === name) objects.push(found);
    }
    for (const home of databases) {
      for (const [name, { engine }] of await this.#relationsOf(home, ask)) {
        const found = await this.#relation(home, name, ask);
        if (found !== undefined) objects.push(found);
        else if (engine !== null) foreign.add(keyOf(home, name));
      }
    }
    return { objects, foreign };
  }

  async #read({ records, rows }: Asking): Promise<Catalog> {
    const loaded = await unlessRefused(rows(LOADED), () => []);
    const own = await records<"db" | "name" | "language" | "access" | "body">(ROUTINES);
    return {
      databases: new Set((await rows(DATABASES)).map(([name]) => (name ?? "").toLowerCase())),
      routines: new Map([
        ...loaded.map(([name]) => [keyOf("", name ?? ""), { body: "", because: "is written in C" }] as const),
        ...own.map((row) => {
          const because = this.#becauseOf(row);
          return [keyOf(row.db ?? "", row.name ?? ""), { body: row.body ?? "", because }] as const;
        }),
      ]),
      relations: new Map(),
      verdicts: new Map(),
    };
  }

  /** Undefined if the body itself does nothing unsafe: then the objects that it uses decide. */
  #becauseOf({ language, access, body }: Readonly<Record<"language" | "access" | "body", string | null>>) {
    if (language !== "SQL") return `is not written in SQL`;
    if (access === "MODIFIES SQL DATA") return "is declared MODIFIES SQL DATA";
    if (body === null) return "has a text that this user may not see";
    const { tokens } = tokenize(body, this.#options.lexical);
    if (hasRunningComment(body, tokens)) return "has a comment that the server may run as code";
    const acting = tokens.find(({ kind, value }) => kind === "word" && ACTS.test(value));
    if (acting !== undefined) return `has ${acting.value} in its text`;
    if (/@@\s*(?:global|persist)/iu.test(body)) return "sets a variable of the server";
    return this.#refusedIn(tokens);
  }

  #refusedIn(tokens: readonly Token[]): string | undefined {
    const call = tokens.find(
      ({ kind, value }, at) =>
        (kind === "word" || kind === "identifier") &&
        REFUSED_FUNCTIONS.has(value.toLowerCase()) &&
        isSymbol(tokens[at + 1], "("),
    );
    return call && `calls ${call.value.toUpperCase()}()`;
  }

  #routine(home: string, name: string, ask: Asking): Promise<UnsafeObject | undefined> {
    const routine = this.#catalog?.routines.get(keyOf(home, name));
    const object = this.#object("function", home, name);
    if (routine === undefined || isAllowed(this.#options.allowFunctions, object))
      return Promise.resolve(undefined);
    return this.#verdict(object, routine.because, routine.body, ask);
  }

  async #relation(home: string, name: string, ask: Asking): Promise<UnsafeObject | undefined> {
    const relation = (await this.#relationsOf(home, ask)).get(name.toLowerCase());
    if (relation === undefined) return undefined;
    const object = this.#object("relation", home, name);
    const { engine } = relation;
    if (engine !== null && isAllowed(this.#options.allowForeign, object)) return undefined;
    const body = relation.body ?? "";
    const { tokens } = tokenize(body, this.#options.lexical);
    const because =
      engine === null
        ? this.#refusedIn(tokens)
        : `is a table of the engine ${engine}: files or another server`;
    return this.#verdict(object, because, body, ask);
  }

  async #relationsOf(database: string, { records }: Asking): Promise<ReadonlyMap<string, Relation>> {
    const known = this.#catalog?.relations.get(database);
    if (known !== undefined) return known;
    const found = await records<"name" | "body" | "engine">(relationsOf(database));
    const read = new Map(found.map(({ name, ...relation }) => [(name ?? "").toLowerCase(), relation]));
    this.#catalog?.relations.set(database, read);
    return read;
  }

  async #verdict(
    object: UnsafeObject,
    because: string | undefined,
    body: string,
    ask: Asking,
  ): Promise<UnsafeObject | undefined> {
    const verdicts = this.#catalog?.verdicts;
    const key = JSON.stringify([object.kind, object.schema, object.name]);
    if (verdicts === undefined || verdicts.has(key)) return verdicts?.get(key);
    verdicts.set(key, undefined);
    let verdict = because === undefined ? undefined : { ...object, because };
    if (verdict === undefined) {
      const used = await this.find(body, ask, object.schema);
      if (used !== undefined) {
        const { allowedBy, ...own } = object;
        verdict = {
          ...own,
          because: used.because.startsWith("uses ")
            ? used.because
            : `uses ${used.name}, which ${used.because}`,
          ...(used.allowedBy && { allowedBy: used.allowedBy }),
        };
      }
    } else if (object.kind === "relation" && because?.startsWith("calls")) {
      const { allowedBy: _, ...own } = verdict;
      verdict = own;
    }
    verdicts.set(key, verdict);
    return verdict;
  }

  #object(kind: "function" | "relation", schema: string, name: string): UnsafeObject {
    const visible = schema === "" || schema === this.#options.database.toLowerCase();
    const option = kind === "function" ? "allowFunctions" : "allowForeign";
    const allowedBy = { option, name: visible ? name : `${schema}.${name}` } as const;
    return { kind, schema, name, visible, because: "", allowedBy };
  }
}

export function keyOf(database: string, name: string): string {
  return JSON.stringify([database.toLowerCase(), name.toLowerCase()]);
}

/** In lower case: whether the server distinguishes case depends on its platform. */
function nameOf(token: Token | undefined, sql: string): string {
  if (token === undefined) return "";
  return (token.kind === "word" ? sql.slice(token.start, token.end) : token.value).toLowerCase();
}
