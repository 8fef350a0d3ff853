import { z } from "zod";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { IncompleteColumn, LookupResult } from "../index/value-index.ts";
import {
  type DatabaseTool,
  defineTool,
  observe,
  renderFindings,
  type ToolCall,
  type ToolOutcome,
} from "./database-tool.ts";
import { maskedNote } from "./named-column.ts";

import { columnName, MATCHES, matchesJson, renderMatches, spellingDifference } from "./value-matches.ts";

const MOST_MATCHES = 20;

const input = z.strictObject({ value: z.string() });

/** `incomplete`: columns that were not searched to the end. */
const output = z.object({ matches: MATCHES, incomplete: z.array(z.string()) });

const exact = defineTool({
  name: "find_columns_containing_value",
  description: "Columns with this value in a cell, and in how many rows.",
  group: "navigational",
  input,
  output,
  async run({ value }, call): Promise<ToolOutcome> {
    const options = { limit: MOST_MATCHES, signal: call.context.signal };
    const found = await call.services.index.findExact(value, options);
    if (found.matches.length > 0) {
      const also = await withOtherSpelling(value, found, call);
      const both = { ...found, matches: [...found.matches, ...also] };
      return answer(value, both, headOf(value, found), call);
    }
    const near = await call.services.index.findFuzzy(value, { ...options, limit: 5 });
    const incomplete = [...found.incomplete, ...near.incomplete];
    const head = `No column holds '${value}'${near.matches.length > 0 ? "; the nearest values:" : "."}`;
    return answer(value, { matches: near.matches, incomplete }, head, call);
  },
});

/** The same value but for case, space and accents in columns that do not hold it exactly: easily missed, and then a join finds nothing. */
async function withOtherSpelling(value: string, found: LookupResult, { services, context }: ToolCall) {
  const known = new Set(found.matches.map((match) => columnName(match.column)));
  const near = await services.index.findFuzzy(value, { limit: MOST_MATCHES, signal: context.signal });
  return near.matches.filter(({ tier, column }) => tier === "folded" && !known.has(columnName(column)));
}

const fuzzy = defineTool({
  name: "find_columns_containing_value_fuzzy",
  description: "Columns with values like this one (typos, word order, abbreviations, parts), nearest first.",
  group: "navigational",
  essential: true,
  input,
  output,
  async run({ value }, call): Promise<ToolOutcome> {
    const found = await call.services.index.findFuzzy(value, {
      limit: MOST_MATCHES,
      signal: call.context.signal,
    });
    const head =
      found.matches.length > 0 ? `Values near '${value}':` : `No column holds a value near '${value}'.`;
    return answer(value, found, head, call);
  },
});

export const findValueTools: readonly DatabaseTool[] = [exact, fuzzy];

function headOf(value: string, found: LookupResult): string {
  if (found.matches.some((match) => match.tier === "exact")) return `Columns that hold '${value}':`;
  const differences = new Set(found.matches.map((match) => spellingDifference(value, match.value)));
  return `No column holds exactly '${value}'; with other ${[...differences].join(", ")}:`;
}

function answer(
  value: string,
  found: LookupResult,
  head: string,
  { services, context }: ToolCall,
): ToolOutcome {
  const notes = incompleteNote(found);
  const cut = found.matches.length >= MOST_MATCHES;
  return {
    observation: observe(
      [head, ...renderMatches(found.matches, value), maskedNote(services), ...renderFindings([], notes)],
      { matches: matchesJson(found.matches), incomplete: found.incomplete.map(columnName) },
      {
        notes,
        truncation: cut
          ? {
              what: "rows",
              shown: Math.min(found.matches.length, context.limits.rows),
              howToSeeMore: "Ask for one column with is_value_in_column or get_distinct_values.",
            }
          : undefined,
      },
    ),
  };
}

export function incompleteNote({ incomplete }: LookupResult): readonly Finding[] {
  if (incomplete.length === 0) return [];
  // The largest first: what may hide the value is not to be lost behind empty tables.
  const largest = incomplete.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const byName = new Map(largest.map((column) => [columnName(column), column]));
  const shown = [...byName].slice(0, 5).map(([name, column]) => name + whyIncomplete(column));
  const more = byName.size > 5 ? ` and ${byName.size - 5} more` : "";
  return [
    {
      code: "index-incomplete",
      message: `Not fully searched: ${shown.join(", ")}${more}.`,
      suggestions: [],
    },
  ];
}

const sizeOf = ({ rows }: IncompleteColumn): number => rows ?? Number.MAX_SAFE_INTEGER;

function whyIncomplete({ rows, asOf, unanalysed }: IncompleteColumn): string {
  const facts = [
    rows === undefined ? undefined : `about ${rows.toLocaleString("en")} rows`,
    asOf === undefined ? undefined : `searched as of ${asOf.slice(0, 16).replace("T", " ")} UTC`,
    unanalysed ? "no statistics, as ANALYZE never ran or they are withheld" : undefined,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? "" : ` (${facts.join("; ")})`;
}
