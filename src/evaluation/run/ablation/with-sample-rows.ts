import type { TableDefinition } from "../../../environment/capabilities.ts";
import type { Description, Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { standsIn } from "./stands-in.ts";

/** Beyond it the rows of further tables are left out, which is said. */
const MOST_CHARACTERS = 100_000;

/**
 * The environment with the first rows of each table after its schema, for strategies with tools (Middleware, Section 5.4). They are fetched once.
 * @throws FuxiError `usage` where it has no tables
 */
export function withSampleRows(environment: Environment, sampleRows: number): Environment {
  const { sql } = environment.capabilities;
  if (sql?.definitions === undefined) {
    throw new FuxiError("usage", `There are no rows to show of ${environment.id}: it has no tables.`, {
      hint: "Show rows of databases only.",
    });
  }
  let kept: Promise<Description> | undefined;
  return standsIn(environment, {
    async describe(part, task, context) {
      if (part !== "schema") return await environment.describe(part, task, context);
      kept ??= (async () => {
        const described = await environment.describe(part, task, context);
        const tables = await sql.definitions?.({ sampleRows }, context);
        return { ...described, text: [described.text, ...rowsOf(tables ?? [])].join("\n") };
      })().catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
      return await kept;
    },
  });
}

function rowsOf(tables: readonly TableDefinition[]): readonly string[] {
  const sampled = tables.flatMap(({ name, sample }) =>
    sample === undefined ? [] : [[`${name}:`, ...sample.map((line) => `  ${line}`)].join("\n")],
  );
  if (sampled.length === 0) return [];
  let room = MOST_CHARACTERS;
  const shown = sampled.filter((text) => {
    room -= text.length;
    return room >= 0;
  });
  const left = sampled.length - shown.length;
  return [
    "",
    "First rows of each table:",
    ...shown,
    ...(left === 0 ? [] : [`(rows of ${left} further tables are left out)`]),
  ];
}
