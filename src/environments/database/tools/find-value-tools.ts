import { z } from "zod";
import { type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
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
import { type CountedMatches, countedByNumber, isNumber } from "./number-in-values.ts";

import { columnName, MATCHES, matchesJson, renderMatches } from "./value-matches.ts";

const MOST_MATCHES = 20;
/** For a number, of which many matches become one line. */
const MOST_NUMBERS = 60;

const input = z.strictObject({ value: z.string() });

/** `incomplete`: columns that were not searched to the end. */
const output = z.object({ matches: MATCHES, incomplete: z.array(z.string()) });

const exact = defineTool({
  name: "find_columns_containing_value",
  description: "Columns with this value in a cell, and in how many rows.",
  group: "navigational",
  onDemand: true,
  input,
  output,
  async run({ value }, call): Promise<ToolOutcome> {
    const options = { limit: MOST_MATCHES, signal: call.context.signal };
    const found = await call.services.index.findExact(value, options);
    if (found.matches.length > 0) {
      const also = await withOtherSpelling(value, found, call);
      const both = { ...found, matches: [...found.matches, ...also] };
      return answer(both, headOf(value, found), call);
    }
    const near = await call.services.index.findFuzzy(value, { ...options, limit: 5 });
    const incomplete = [...found.incomplete, ...near.incomplete];
    const head = say`No column holds '${written(value)}'${near.matches.length > 0 ? "; the nearest values:" : "."}`;
    return answer({ matches: near.matches, incomplete }, head, call);
  },
});

/** Matches that differ in case, space or accents, in columns without the exact value. A join on these columns would miss them. */
async function withOtherSpelling(value: string, found: LookupResult, { services, context }: ToolCall) {
  const known = new Set(found.matches.map((match) => columnName(match.column)));
  const near = await services.index.findFuzzy(value, { limit: MOST_MATCHES, signal: context.signal });
  return near.matches.filter(({ tier, column }) => tier === "folded" && !known.has(columnName(column)));
}

const fuzzy = defineTool({
  name: "find_columns_containing_value_fuzzy",
  description:
    "Columns with this value, then those with values like it (typos, word order, abbreviations, parts), nearest first.",
  group: "navigational",
  essential: true,
  input,
  output,
  async run({ value }, call): Promise<ToolOutcome> {
    const { index } = call.services;
    const options = { limit: isNumber(value) ? MOST_NUMBERS : MOST_MATCHES, signal: call.context.signal };
    const { matches: near, incomplete } = await index.findFuzzy(value, options);
    // Exact values are also found in columns that are not indexed.
    const held = (await index.findExact(value, options)).matches.filter(({ tier }) => tier === "exact");
    const others = near.filter(({ tier }) => tier !== "exact");
    const { matches, ...counted } = await countedByNumber(value, others, call);
    const more = others.length > 0 ? say`, then values near it` : "";
    const head =
      held.length > 0
        ? say`Columns that hold '${written(value)}'${more}:`
        : others.length > 0
          ? say`No column holds exactly '${written(value)}'; the nearest values:`
          : say`No column holds a value near '${written(value)}'.`;
    const shown = [...held, ...matches].slice(0, MOST_MATCHES);
    return answer({ matches: shown, incomplete }, head, call, counted);
  },
});

export const findValueTools: readonly DatabaseTool[] = [exact, fuzzy];

function headOf(value: string, found: LookupResult): Marked {
  if (found.matches.some((match) => match.tier === "exact"))
    return say`Columns that hold '${written(value)}':`;
  return say`No column holds exactly '${written(value)}'; with other case, space or accents:`;
}

const NONE_COUNTED: Pick<CountedMatches, "lines" | "examples"> = { lines: [], examples: [] };

function answer(
  found: LookupResult,
  head: Marked,
  { services, context }: ToolCall,
  { lines, examples } = NONE_COUNTED,
): ToolOutcome {
  const notes = incompleteNote(found);
  const cut = found.matches.length >= MOST_MATCHES;
  return {
    observation: observe(
      [head, ...renderMatches(found.matches), ...lines, maskedNote(services), ...renderFindings([], notes)],
      { matches: matchesJson([...found.matches, ...examples]), incomplete: found.incomplete.map(columnName) },
      {
        notes,
        truncation: cut
          ? {
              what: "rows",
              shown: Math.min(found.matches.length, context.limits.rows),
              howToSeeMore: say`Ask for one column with is_value_in_column or get_distinct_values.`,
            }
          : undefined,
      },
    ),
  };
}

export function incompleteNote({ incomplete }: LookupResult): readonly MarkedFinding[] {
  if (incomplete.length === 0) return [];
  // Largest first, so that empty tables do not push a column that may hold the value out of the list.
  const largest = incomplete.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const byName = new Map(largest.map((column) => [columnName(column), column]));
  const shown = [...byName].slice(0, 5).map(([name, { rows }]) => {
    const size = rows === undefined ? "" : say` (about ${ownText(rows.toLocaleString("en"))} rows)`;
    return say`${name}${size}`;
  });
  const more = byName.size > 5 ? say` and ${byName.size - 5} more` : "";
  return [
    {
      code: "index-incomplete",
      message: say`Not fully searched: ${shown}${more}.`,
      suggestions: [],
    },
  ];
}

const sizeOf = ({ rows }: IncompleteColumn): number => rows ?? Number.MAX_SAFE_INTEGER;
