import { ownText, say } from "../../../environment/egress/marks.ts";
import type { MarkedDescription } from "../../../environment/environment.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "./database-schema.ts";
import { largeBudget, namesWithin } from "./name-groups.ts";
import { renderTables, tokensOf } from "./render-schema.ts";

/** The most detailed level at which the whole schema fits the budget; undefined where descriptions must be left out, too. */
export function detailWithin(services: DatabaseServices, tokens: number): "full" | "short" | undefined {
  const levels = ["full", "short"] as const;
  return levels.find((level) => tokensOf(renderTables(services.schema, level, services)) <= tokens);
}

/** The whole schema as stable text, or the names of its tables if there are too many. */
export function describeSchema(services: DatabaseServices, tokens: number): MarkedDescription {
  const { schema, driver } = services;
  const total = schema.tables.length;
  const target = ownText(`${driver.target.engine} database ${visibleText(driver.target.name)}`);
  const described = schema.tables.some(isDescribed) ? "" : "; no descriptions are kept";
  const head = say`${target}, ${total} ${total === 1 ? "table" : "tables"}${described}`;
  const level = detailWithin(services, tokens);
  if (level === "full") return { text: say`${head}:\n${renderTables(schema, "full", services)}` };
  if (level === "short") {
    const howToSeeMore = say`describe_tables shows tables in full.`;
    return {
      text: say`${head} (Descriptions are shortened; ${howToSeeMore}):\n${renderTables(schema, "short", services)}`,
      truncation: { what: "characters", shown: total, total, howToSeeMore },
    };
  }
  const { text, implied, missing } = namesWithin(services, largeBudget(tokens).names);
  const patterns = implied > 0 ? say`, or the names behind a *` : "";
  const howToSeeMore = say`describe_tables shows any table, also by part of its name${patterns}`;
  const cut = missing > 0 ? say`, ${total - missing} of them here` : "";
  return {
    text: say`${head}${cut} (${howToSeeMore}):\n${text}`,
    truncation: { what: "characters", shown: total - implied - missing, total, howToSeeMore },
  };
}

function isDescribed({ comment, columns }: TableSchema): boolean {
  return comment !== undefined || columns.some((column) => column.comment ?? column.description);
}
