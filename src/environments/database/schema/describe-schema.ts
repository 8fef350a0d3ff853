import type { Description } from "../../../environment/environment.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "./database-schema.ts";
import { renderTable, renderTables, type SchemaDetail, tokensOf } from "./render-schema.ts";

const LEVELS: readonly SchemaDetail[] = ["full", "short", "columns", "names"];

const LEFT_OUT: Readonly<Record<Exclude<SchemaDetail, "full">, string>> = {
  short: "Descriptions are shortened",
  columns: "Types and descriptions are left out",
  names: "Only the names of the tables are shown",
};

/** The most detailed level at which the whole schema keeps to the budget; undefined when not even the names of the tables do. */
export function detailWithin(services: DatabaseServices, tokens: number): SchemaDetail | undefined {
  return LEVELS.find((level) => tokensOf(renderTables(services.schema, level, services)) <= tokens);
}

/**
 * The whole schema as stable text: in full, or with less of each table the more tables there are. `samples` are lines shown under each
 * table (the baselines' sample rows), as far as the budget goes once everything else is in.
 */
export function describeSchema(
  services: DatabaseServices,
  tokens: number,
  samples: ReadonlyMap<TableSchema, readonly string[]> = new Map(),
): Description {
  const { schema, driver } = services;
  const head = `${driver.target.engine} database ${visibleText(driver.target.name)}, ${schema.tables.length} tables`;
  const level = detailWithin(services, tokens);
  if (level === "full") {
    const plain = renderTables(schema, "full", services);
    const sampled = schema.tables
      .flatMap((table) => [renderTable(table, "full", services), ...(samples.get(table) ?? [])])
      .join("\n");
    return { text: `${head}:\n${tokensOf(sampled) <= tokens ? sampled : plain}` };
  }
  const howToSeeMore = "describe_tables shows tables in full.";
  if (level !== undefined) {
    return {
      text: `${head} (${LEFT_OUT[level]}; ${howToSeeMore}):\n${renderTables(schema, level, services)}`,
      truncation: {
        what: "characters",
        shown: schema.tables.length,
        total: schema.tables.length,
        howToSeeMore,
      },
    };
  }
  const names = renderTables(schema, "names", services).split(", ");
  let size = 0;
  const shown = names.filter((name) => {
    size += name.length + 2;
    return size <= tokens * 4;
  });
  const more = "describe_tables with part of a name finds others.";
  return {
    text: `${head}, of which ${shown.length} are named here (${more}):\n${shown.join(", ")}`,
    truncation: { what: "characters", shown: shown.length, total: names.length, howToSeeMore: more },
  };
}
