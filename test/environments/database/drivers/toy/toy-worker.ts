import { DatabaseSync } from "node:sqlite";
import {
  affinityOf,
  type CatalogKey,
  schemaOf,
} from "../../../../../src/environments/database/driver/catalog-schema.ts";
import { exactInteger } from "../../../../../src/environments/database/driver/exact-number.ts";
import { rowCollector } from "../../../../../src/environments/database/driver/row-collector.ts";
import {
  serveRequests,
  type WorkerSession,
} from "../../../../../src/environments/database/driver/serve-requests.ts";
import {
  type EngineErrorKind,
  knownFacts,
  onlyPlaceOf,
  SqlEngineError,
} from "../../../../../src/environments/database/driver/sql-engine-error.ts";
import type { SqlValue } from "../../../../../src/environments/database/driver/sql-value.ts";
import type { DatabaseSchema } from "../../../../../src/environments/database/schema/database-schema.ts";
import { FuxiError } from "../../../../../src/errors/fuxi-error.ts";
import { given } from "../../../../../src/util/given.ts";

const { path, name } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly path: string;
  readonly name: string;
};

await serveRequests(open, async (error, sql) => failure(String((error as Error).message), sql));

function open(): WorkerSession {
  const database = new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: false });
  database.prepare("SELECT count(*) FROM sqlite_schema").get();
  return {
    opened: { engineVersion: process.versions.sqlite ?? "", functions: [] },
    answer(request) {
      if (request.kind === "introspect") return schemaIn(database);
      if (request.kind === "parse") return undefined;
      const statement = database.prepare(request.sql);
      const columns = statement.columns().map(({ name, type }) => given({ name, type: type ?? undefined }));
      if (request.kind === "compile") return columns;
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      const collector = rowCollector(request.bounds);
      const parameters = request.parameters.map((value) =>
        typeof value === "boolean" || (typeof value === "number" && Number.isSafeInteger(value))
          ? BigInt(value)
          : value,
      );
      try {
        for (const row of statement.iterate(...parameters)) {
          const cells = row as unknown as SqlValue[];
          const exact = cells.map((cell) => (typeof cell === "bigint" ? exactInteger(cell) : cell));
          if (!collector.take(exact)) break;
        }
      } catch (error) {
        // The client gives no reason for a text that is longer than JavaScript's longest.
        if (!(error instanceof TypeError)) throw error;
        collector.stopAtBytes();
      }
      return { columns, ...collector.result() };
    },
  };
}

/** SQL for the catalog, and what its rows come to. */
function schemaIn(database: DatabaseSync): DatabaseSchema {
  const rows = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[];
  const listed = rows(
    "SELECT name AS of, type FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid",
  );
  const columns = rows(`SELECT m.name AS of, c.name, c.type, c."notnull" AS filled, c.pk
    FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') ORDER BY m.rowid, c.cid`);
  const uniques =
    rows(`SELECT m.name AS of, l.name AS key, i.name FROM sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
    WHERE m.type = 'table' AND l."unique" AND l.origin <> 'pk' ORDER BY m.rowid, l.seq, i.seqno`);
  const foreign =
    rows(`SELECT m.name AS of, f.id, f."table" AS target, f."from", f."to" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
    WHERE m.type = 'table' ORDER BY m.rowid, f.id, f.seq`);
  const keyOf = (table: string): readonly string[] =>
    columns
      .filter(({ of, pk }) => of === table && Number(pk) > 0)
      .toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]))
      .map((column) => String(column["name"]));
  return schemaOf({
    tables: listed.map(({ of, type }) => {
      const count = type === "table" ? rows(`SELECT count(*) AS n FROM "${of}"`)[0]?.["n"] : undefined;
      const rowCount = count === undefined ? undefined : { value: Number(count), exact: true };
      return given({ of: String(of), name: String(of), kind: type as "table" | "view", rowCount });
    }),
    columns: columns.map(({ of, name, type, filled, pk }) => ({
      of: String(of),
      name: String(name),
      declaredType: String(type),
      affinity: affinityOf(String(type)),
      nullable: filled !== 1 && !(Number(pk) > 0 && keyOf(String(of)).length === 1),
    })),
    keys: [
      ...listed.map(
        ({ of }): CatalogKey => ({ of: String(of), kind: "primary", columns: keyOf(String(of)) }),
      ),
      ...[...Map.groupBy(uniques, ({ key }) => key).values()].map(
        (parts): CatalogKey => ({
          of: String(parts[0]?.["of"]),
          kind: "unique",
          columns: parts.map((part) => String(part["name"])),
        }),
      ),
      ...[...Map.groupBy(foreign, ({ of, id }) => `${of} ${id}`).values()].map((parts): CatalogKey => {
        const referencedTable = String(parts[0]?.["target"]);
        return {
          of: String(parts[0]?.["of"]),
          kind: "foreign",
          key: {
            columns: parts.map((part) => String(part["from"])),
            referencedTable,
            referencedColumns: parts.map(({ to }, at) => String(to ?? keyOf(referencedTable)[at])),
          },
        };
      }),
    ],
  });
}

/** The engine's sentences, sorted; the first group is the name that they tell. */
const SENTENCES: readonly (readonly [says: RegExp, kind: EngineErrorKind])[] = [
  [/^no such table: (.+)$/u, "unknown-table"],
  [/^no such function: (.+)$/u, "unknown-function"],
  [/^no such column: (.+?)(?: - should .*)?$/u, "unknown-column"],
  [/^ambiguous column name: (.+)$/u, "ambiguous-column"],
  [/^misuse of aggregate/u, "aggregate-misuse"],
  [/number of result columns$|same number of terms$|returns \d+ columns/u, "column-count-mismatch"],
  [/^near "(.+)": syntax error$|^incomplete input$/u, "syntax"],
  [/readonly database/u, "not-read-only"],
];

function failure(engineMessage: string, sql: string | undefined): FuxiError {
  if (sql === undefined) return new FuxiError("target-corrupt", `${name} cannot be read: ${engineMessage}.`);
  const [says, kind = "other"] = SENTENCES.find(([each]) => each.test(engineMessage)) ?? [];
  const identifier = says?.exec(engineMessage)?.[1];
  return new SqlEngineError(
    knownFacts({ kind, engineMessage, identifier, offset: onlyPlaceOf(identifier, sql) }),
  );
}
