import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { FromSource } from "../../sql/query-tree.ts";
import { readFrom } from "../../sql/read-from.ts";
import { cut } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { type Complaint, columnsShown, failure, nearNames, type Ranked } from "./explanation.ts";
import { scopedReferences, visitQueries } from "./scoped-references.ts";

const WORTH = 0.55;

/**
 * A column, or a field of one, where nothing tells which table is meant, as the statement could not be read (PIVOT, EXCLUDE): near ones of the
 * tables whose names stand in it.
 */
export function explainUnreadColumn(complaint: Complaint, written: string): ToolFailure {
  const { run } = complaint;
  const { dialect } = run.services.driver;
  const name = written.slice(written.lastIndexOf(".") + 1);
  const tables = tablesNamed(run);
  const ranked = tables.flatMap((table) => {
    const columns = table.columns.map((column) => dialect.identifier(column.name));
    return near(name, columns, `column of ${table.name}`);
  });
  const shown = tables.map((table) => columnsShown({ name: table.name, table, columns: table.columns }));
  const message = `There is no column ${written}${shown.length > 0 ? `: ${shown.join("; ")}` : ""}.`;
  return failure(complaint, "unknown-column", message, name || undefined, ranked);
}

function near(name: string, names: readonly string[], reason: string): readonly Ranked[] {
  return nearNames(name, names, 5)
    .filter(({ score }) => score >= WORTH)
    .map(({ name: text, score }) => ({ text, replaces: name, reason, score }));
}

/** Tables whose names stand in the statement. */
export function tablesNamed(run: ClauseCheck): readonly TableSchema[] {
  const { dialect } = run.services.driver;
  const text = tokenize(run.subject.sql, dialect.lexical);
  const names = text.tokens.flatMap((token) => {
    if (token.kind === "identifier") return [token.value];
    return token.kind === "word" ? [cut(text, token)] : [];
  });
  return run.services.schema.tables.filter((table) =>
    names.some((each) => dialect.sameIdentifier(each, table.name)),
  );
}

const SHOWN = 40;

/** A table that does not exist: near names, judged also by whether they have the columns that the statement takes from it. */
export async function explainUnknownTable(complaint: Complaint): Promise<ToolFailure> {
  const { run, facts } = complaint;
  const { services } = run;
  const written = facts.identifier ?? "";
  const name = written.slice(written.lastIndexOf(".") + 1);
  const place = findSource(run, name, facts.offset);
  const replaces = place ? run.subject.sql.slice(place.start, place.start + nameLength(run, place)) : name;
  const ctes = run.subject.tree?.ctes.map((cte) => cte.name) ?? [];
  const tables = services.schema.tables;
  const names = [...new Set([...tables.map((table) => table.name), ...ctes])];
  const wanted = columnsOfSource(run, place);
  const prefix = /([^.\s"`[\]]+)["`\]]?\s*\.\s*[^.]+$/u.exec(replaces)?.[1];
  const isThere = (table: TableSchema) =>
    prefix !== undefined &&
    table.schema !== undefined &&
    services.driver.dialect.sameIdentifier(table.schema, prefix);
  const ranked: Ranked[] = nearNames(name, names, 8)
    .filter((near) => near.score >= 0.5)
    .flatMap((near): readonly Ranked[] => {
      const called = tables.filter((each) => each.name === near.name);
      if (called.length === 0) return [{ text: near.name, replaces, reason: "CTE", score: near.score * 0.9 }];
      return called.map((table) => {
        const held = wanted.filter((column) =>
          table.columns.some((each) => services.driver.dialect.sameIdentifier(each.name, column)),
        ).length;
        const share = wanted.length === 0 ? 0 : held / wanted.length;
        return {
          text: qualifiedTable(services, table),
          replaces,
          reason: `${table.kind} with ${table.columns.length} columns`,
          // Of tables that are called alike, the one in the schema that was written.
          score: near.score * 0.9 + share * 0.1 + (isThere(table) ? 0.01 : 0),
        };
      });
    });
  if (ranked.length === 0) ranked.push(...tablesWithColumn(run, name, replaces));
  const elsewhere = tables.filter(
    (each) => each.name === name && qualifiedTable(services, each) !== replaces,
  );
  const told =
    elsewhere.length > 0
      ? elsewhere.map((table) => qualifiedTable(services, table))
      : [...tables.map((table) => qualifiedTable(services, table)), ...ctes];
  const list = told.slice(0, SHOWN).join(", ");
  const more = told.length > SHOWN ? `, … (${told.length})` : "";
  const span = place && { start: place.start, end: place.start + replaces.length };
  return failure(
    complaint,
    "unknown-table",
    elsewhere.length > 0
      ? `There is no table ${prefix === undefined ? `${name} without a schema` : replaces}, but ${list}${more}.`
      : `There is no table ${name}. Tables: ${list}${more}.`,
    span ?? name,
    ranked,
  );
}

function nameLength(run: ClauseCheck, source: FromSource): number {
  const text = run.text(source);
  const match =
    /^(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s.(),;]+)(?:\s*\.\s*(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s.(),;]+))*/u.exec(
      text,
    );
  return match?.[0].length ?? text.length;
}

/** The source of that name wherever a query reads from it: where the engine points, else the first. */
function findSource(run: ClauseCheck, name: string, offset: number | undefined): FromSource | undefined {
  const { dialect } = run.services.driver;
  const found: FromSource[] = [];
  visitQueries(run, (tree) => {
    for (const core of tree.cores) {
      const sources = core.from ? readFrom(core.from, dialect.lexical) : [];
      found.push(
        ...sources.filter(
          (source) => source.kind === "table" && dialect.sameIdentifier(source.name ?? "", name),
        ),
      );
    }
  });
  const at = found.find(({ start, end }) => offset !== undefined && start <= offset && offset < end);
  return at ?? found[0];
}

/** Names of the columns that the statement takes from the table. */
function columnsOfSource(run: ClauseCheck, source: FromSource | undefined): readonly string[] {
  const alias = source?.alias ?? source?.name;
  if (!source || alias === undefined) return [];
  const { dialect } = run.services.driver;
  const names = scopedReferences(run)
    .filter(({ node }) =>
      node.qualifier === undefined ? false : dialect.sameIdentifier(node.qualifier, alias),
    )
    .map(({ node }) => node.name);
  return [...new Set(names)];
}

function tablesWithColumn(run: ClauseCheck, name: string, replaces: string): readonly Ranked[] {
  const { services } = run;
  return services.schema.tables
    .filter((table) =>
      table.columns.some((column) => services.driver.dialect.sameIdentifier(column.name, name)),
    )
    .slice(0, 3)
    .map((table, i) => ({
      text: qualifiedTable(services, table),
      replaces,
      reason: `has a column ${name}`,
      score: 0.6 - i / 100,
    }));
}
