import {
  type FileDriver,
  openFileDriver,
} from "../../../../../src/environments/database/driver/file-driver.ts";
import { refusalOf } from "../../../../../src/environments/database/driver/sql-engine-error.ts";
import {
  dateFunctions,
  inQuotes,
  STANDARD_LEXICAL,
  STRICT_DIALECT,
  statementByWords,
  withoutQuotes,
} from "../../../../../src/environments/database/drivers/dialect-parts.ts";
import { functionsOf, type SqlDialect } from "../../../../../src/environments/database/sql/sql-dialect.ts";

const folded = (name: string): string => withoutQuotes(name).toLowerCase();

/** What shared code asks of the language. `STRICT_DIALECT` has what strict engines agree on: only what is otherwise here stands below it. */
export const toyDialect: SqlDialect = {
  ...STRICT_DIALECT,
  ...dateFunctions({
    fromEpoch: (expression, perSecond) => `datetime(${expression} / ${perSecond}, 'unixepoch')`,
    fromText: (expression, pattern) => (pattern.startsWith("%Y-%m-%d") ? expression : undefined),
    part: (name, date) => `CAST(strftime('${name === "year" ? "%Y" : "%m"}', ${date}) AS INTEGER)`,
    day: (date) => `date(${date})`,
  }),
  dateLiteral: ({ year, month, day }) => `date('${year}-01-01', '+${month - 1} months', '+${day - 1} days')`,
  name: "Toy",
  lexical: STANDARD_LEXICAL,
  inspect: (sql) =>
    statementByWords(sql, {
      lexical: STANDARD_LEXICAL,
      queries: new Set(["SELECT", "VALUES", "WITH"]),
      commands: new Set([
        "CREATE",
        "DROP",
        "ALTER",
        "PRAGMA",
        "VACUUM",
        "ATTACH",
        "EXPLAIN",
        "BEGIN",
        "COMMIT",
      ]),
      harm: () => undefined,
    }),
  identifier: (name) => inQuotes(name),
  sameIdentifier: (a, b) => folded(a) === folded(b),
  placeholder: () => "?",
  functions: functionsOf({
    scalar: "abs cast coalesce instr length lower nullif replace round strftime substr trim upper",
    aggregate: "avg count group_concat max min sum total",
  }),
  foreignFunctions: [],
  allowsBareColumns: true,
  comparesAcrossTypes: true,
  dividesIntegersToInteger: true,
  nullsSortFirstAscending: true,
  toNumber: (expression) => `CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS REAL)`,
  toText: (expression) => `CAST(${expression} AS TEXT)`,
  likeIgnoringCase: (expression, pattern) => `${expression} LIKE ${pattern}`,
};

/** An engine that reads a file: it runs in `toy-worker.ts`, in processes that `openFileDriver` starts, and kills where a statement must stop. */
export function openToyDriver({ path }: { readonly path: string }): Promise<FileDriver> {
  return openFileDriver(
    {
      name: "Toy",
      module: import.meta.url,
      log: "-journal",
      check(sql) {
        const refusal = refusalOf(toyDialect.inspect(sql));
        if (refusal !== undefined) throw refusal;
      },
      dialect: () => toyDialect,
    },
    { path, poolSize: 2, opening: {} },
  );
}
