import { ownText, say, written } from "../../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../../environment/tool-failure.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { FromSource } from "../../sql/query-tree.ts";
import { readFrom } from "../../sql/read-from.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { nearNames, type Ranked, type RefusedClause } from "./explanation.ts";

const SHOWN = 40;

/** A table that does not exist. Suggests near names; tables with the columns that the statement uses rank higher. */
export async function explainUnknownTable(check: RefusedClause): Promise<MarkedFailure> {
  const { facts } = check;
  const { services } = check;
  const { sameIdentifier } = services.driver.dialect;
  const identifier = facts.identifier ?? "";
  const name = identifier.slice(identifier.lastIndexOf(".") + 1);
  const place = findSource(check, name, facts.offset);
  const replaces = place ? (NAME.exec(check.text(place))?.[0] ?? name) : name;
  const ctes = check.clause.tree?.ctes.map((cte) => cte.name) ?? [];
  const { tables } = services.schema;
  const wanted = columnsOfSource(check, place);
  const prefix = /([^.\s"`[\]]+)["`\]]?\s*\.\s*[^.]+$/u.exec(replaces)?.[1];
  const near = nearNames(name, [...new Set([...tables.map((table) => table.name), ...ctes])], 8);
  const ranked = near
    .filter(({ score }) => score >= 0.5)
    .flatMap(({ name: nearName, score }): readonly Ranked[] => {
      const called = tables.filter((each) => each.name === nearName);
      if (called.length === 0)
        return [{ text: written(nearName), replaces, reason: say`CTE`, score: score * 0.9 }];
      return called.map((table) => {
        const has = (column: string) => table.columns.some((each) => sameIdentifier(each.name, column));
        const share = wanted.filter(has).length / Math.max(1, wanted.length);
        // Among tables of the same name, the one in the written schema comes first.
        const isThere = prefix !== undefined && sameIdentifier(table.schema ?? "", prefix);
        return {
          text: qualifiedTable(services, table),
          replaces,
          reason: say`${ownText(table.kind)} with ${table.columns.length} columns`,
          score: score * 0.9 + share * 0.1 + (isThere ? 0.01 : 0),
        };
      });
    });
  const elsewhere = tables
    .filter((each) => each.name === name)
    .map((table) => qualifiedTable(services, table))
    .filter((title) => title !== replaces);
  const titles =
    elsewhere.length > 0 ? elsewhere : [...tables.map((table) => qualifiedTable(services, table)), ...ctes];
  const shown = titles.slice(0, SHOWN).map(ownText);
  const list = say`${shown}${titles.length > SHOWN ? say`, … (${titles.length})` : ""}`;
  const message =
    elsewhere.length > 0
      ? say`There is no table ${prefix === undefined ? say`${written(name)} without a schema` : written(replaces)}, but ${list}.`
      : say`There is no table ${written(name)}. Tables: ${list}.`;
  const span = place && { start: place.start, end: place.start + replaces.length };
  return check.failure("unknown-table", message, span ?? name, ranked);
}

/** A name with its qualifiers, in quotes or bare. */
const NAME =
  /^(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s.(),;]+)(?:\s*\.\s*(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s.(),;]+))*/u;

/** The source of that name in any query of the statement: at the engine's offset, else the first. */
function findSource(check: ClauseCheck, name: string, offset: number | undefined): FromSource | undefined {
  const cores = check.contents.queries.flatMap((query) => query.cores);
  const found = cores
    .flatMap((core) => (core.from ? readFrom(core.from, check.dialect.lexical) : []))
    .filter((source) => source.kind === "table" && check.dialect.sameIdentifier(source.name ?? "", name));
  return found.find(({ start, end }) => offset !== undefined && start <= offset && offset < end) ?? found[0];
}

/** Names of the columns that the statement takes from a source. */
function columnsOfSource(check: ClauseCheck, source: FromSource | undefined): readonly string[] {
  const alias = source?.alias ?? source?.name;
  const { sameIdentifier } = check.dialect;
  const names = check.references.flatMap(({ node: { name, qualifier } }) =>
    alias !== undefined && qualifier !== undefined && sameIdentifier(qualifier, alias) ? [name] : [],
  );
  return [...new Set(names)];
}
