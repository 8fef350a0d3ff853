import { expect, test } from "vitest";
import type {
  DatabaseSchema,
  TableSchema,
} from "../../../../src/environments/database/schema/database-schema.ts";
import {
  buildScope,
  outputColumns,
  type ResolveOptions,
  resolveColumn,
} from "../../../../src/environments/database/sql/build-scope.ts";
import { queryColumnReferences } from "../../../../src/environments/database/sql/column-references.ts";
import type { QueryTree, SelectCore } from "../../../../src/environments/database/sql/query-tree.ts";
import { readExpression } from "../../../../src/environments/database/sql/read-expression.ts";
import { readQuery } from "../../../../src/environments/database/sql/read-query.ts";

import type { Scope, ScopeContext } from "../../../../src/environments/database/sql/scope.ts";
import { sqliteLexical } from "./lexicals.ts";

function table(name: string, columns: string): TableSchema {
  return {
    name,
    kind: "table",
    foreignKeys: [],
    columns: columns
      .split(" ")
      .map((column) => ({ name: column, declaredType: "", affinity: "other", nullable: true })),
  };
}

const schema: DatabaseSchema = {
  tables: [
    table("team", "id name parent"),
    table("game", "id home away season"),
    table("player", "id name team_id"),
  ],
};

const context: ScopeContext = {
  schema,
  dialect: {
    lexical: sqliteLexical,
    sameIdentifier: (a, b) => a.toLowerCase() === b.toLowerCase(),
    quotedWordsMayBeText: true,
    hiddenColumns: ["rowid", "oid", "_rowid_"],
  },
};

function scopeOf(sql: string, parent?: Scope): Scope {
  const tree = readQuery(sql, sqliteLexical) as QueryTree;
  return buildScope(tree, tree.cores[0] as SelectCore, context, parent ? { parent } : {});
}

/** `team.name` for a column of the schema, else what the name turned out to be. */
function resolved(name: string, scope: Scope, options?: ResolveOptions): string {
  const node = readExpression(name, sqliteLexical);
  if (node.type !== "column") throw new TypeError(name);
  const found = resolveColumn(node, scope, options);
  if (found.kind === "unknown") return found.certain ? "unknown" : "perhaps";
  if (found.kind !== "column") return found.kind;
  const { origin, name: own } = found.column;
  return `${found.outward}:${origin ? `${origin.table.name}.${origin.column.name}` : `computed ${own}`}`;
}

test("a column is found by alias, by table name and alone, whatever its case", () => {
  const scope = scopeOf("SELECT 1 FROM team AS T, game");
  expect(["t.NAME", "game.season", "away", "main.game.home"].map((name) => resolved(name, scope))).toEqual([
    "0:team.name",
    "0:game.season",
    "0:game.away",
    "0:game.home",
  ]);
});

test("an alias hides the name of its table", () => {
  expect(resolved("team.name", scopeOf("SELECT 1 FROM team t"))).toBe("unknown");
});

test("a name of two sources is ambiguous, unless USING or NATURAL merges them", () => {
  expect(resolved("id", scopeOf("SELECT 1 FROM team JOIN game ON home = team.id"))).toBe("ambiguous");
  expect(resolved("id", scopeOf("SELECT 1 FROM team JOIN game USING (id)"))).toBe("0:team.id");
  expect(resolved("name", scopeOf("SELECT 1 FROM team NATURAL JOIN player"))).toBe("0:team.name");
});

test("columns of subqueries keep the origin of plain columns", () => {
  const scope = scopeOf(
    "SELECT 1 FROM (SELECT name AS n, count(*) c, p.* FROM team, (SELECT season FROM game) p) s",
  );
  expect(["s.n", "c", "season", "name"].map((name) => resolved(name, scope))).toEqual([
    "0:team.name",
    "0:computed c",
    "0:game.season",
    "unknown",
  ]);
});

test("a union's columns have no single origin", () => {
  const scope = scopeOf("SELECT 1 FROM (SELECT name FROM team UNION SELECT season FROM game)");
  expect(resolved("name", scope)).toBe("0:computed name");
});

test("CTEs give columns under the names of their heading, see earlier ones, and hide tables of the same name", () => {
  const scope = scopeOf(
    "WITH a(x) AS (SELECT name FROM team), game AS (SELECT x AS y FROM a) SELECT 1 FROM game, a",
  );
  expect(["game.y", "a.x", "game.season"].map((name) => resolved(name, scope))).toEqual([
    "0:team.name",
    "0:team.name",
    "unknown",
  ]);
});

test("a recursive CTE sees itself", () => {
  const tree = readQuery(
    "WITH RECURSIVE up AS (SELECT id, parent FROM team UNION ALL SELECT up.parent, 1 FROM up) SELECT * FROM up",
    sqliteLexical,
  ) as QueryTree;
  expect(outputColumns(tree, context)).toMatchObject({
    complete: true,
    columns: [{ name: "id" }, { name: "parent" }],
  });
});

test("a star gives merged columns once", () => {
  const names = (sql: string) =>
    outputColumns(readQuery(sql, sqliteLexical) as QueryTree, context).columns.map(({ name }) => name);
  expect(names("SELECT * FROM team JOIN game USING (id)")).toEqual([
    "id",
    "name",
    "parent",
    "home",
    "away",
    "season",
  ]);
  expect(names("SELECT * FROM team NATURAL JOIN player")).toEqual(["id", "name", "parent", "team_id"]);
  expect(names("SELECT p.*, upper(name) FROM player p")).toEqual(["id", "name", "team_id", "upper(name)"]);
});

test("a correlated subquery sees the query around it, the nearest first", () => {
  const scope = scopeOf("SELECT 1 FROM game", scopeOf("SELECT 1 FROM team t"));
  expect(["id", "t.id", "parent"].map((name) => resolved(name, scope))).toEqual([
    "0:game.id",
    "1:team.id",
    "1:team.parent",
  ]);
});

test("an alias of the SELECT list goes before a column only where it is asked to", () => {
  const scope = scopeOf("SELECT season AS id, count(*) n FROM game");
  expect(resolved("n", scope)).toBe("selectAlias");
  expect(resolved("id", scope)).toBe("0:game.id");
  expect(resolved("id", scope, { aliases: "first" })).toBe("selectAlias");
  expect(resolved("n", scope, { aliases: "none" })).toBe("unknown");
});

test("hidden columns and words that may be text are told from unknown ones", () => {
  const scope = scopeOf("SELECT 1 FROM team");
  expect(resolved("rowid", scope)).toBe("hidden");
  expect(resolved('"Chelsea"', scope)).toBe("text");
  expect(resolved('"name"', scope)).toBe("0:team.name");
  expect(resolved("Chelsea", scope)).toBe("unknown");
  expect(resolved("`Chelsea`", scope)).toBe("unknown");
});

test("where a source is not known, a name may be there", () => {
  expect(resolved("value", scopeOf("SELECT 1 FROM team, json_each(team.name)"))).toBe("perhaps");
  expect(resolved("missing.x", scopeOf("SELECT 1 FROM missing"))).toBe("perhaps");
  expect(resolved("x", scopeOf("SELECT 1 FROM (SELECT * FROM missing) m"))).toBe("perhaps");
});

test("the table whose column is missing is named", () => {
  const node = { name: "seasn", qualifier: "g" };
  expect(resolveColumn(node, scopeOf("SELECT 1 FROM game g"))).toMatchObject({
    kind: "unknown",
    certain: true,
    source: { table: { name: "game" } },
  });
});

test("references of a query cover every clause, and tell derived tables from lateral ones", () => {
  const tree = readQuery(
    "WITH w AS (SELECT a FROM t) SELECT b FROM (SELECT c FROM u) x JOIN v ON d = 1 WHERE e GROUP BY f HAVING g ORDER BY h LIMIT i",
    sqliteLexical,
  ) as QueryTree;
  const brief = queryColumnReferences(tree, sqliteLexical).map(
    ({ node, place, levels }) => `${node.name} ${place} ${levels.map(({ standsIn }) => standsIn).join()}`,
  );
  expect(brief.sort()).toEqual([
    "a select query,cte",
    "b select query",
    "c select query,from",
    "d from query",
    "e where query",
    "f groupBy query",
    "g having query",
    "h orderBy query",
    "i limit query",
  ]);
});

test("of columns that differ only in case, the one that is written goes first", () => {
  const twins: ScopeContext = { ...context, schema: { tables: [table("twin", "Id id ID")] } };
  const tree = readQuery("SELECT 1 FROM twin", sqliteLexical) as QueryTree;
  const scope = buildScope(tree, tree.cores[0] as SelectCore, twins, {});
  expect(["Id", "id", "ID", "iD"].map((name) => resolved(name, scope))).toEqual([
    "0:twin.Id",
    "0:twin.id",
    "0:twin.ID",
    "0:twin.Id",
  ]);
});
