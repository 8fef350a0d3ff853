import { z } from "zod";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ClauseName } from "../check/clause-subject.ts";
import { isComplete, isValues } from "../draft/assemble.ts";
import { type CoreClause, queryAt } from "../draft/draft.ts";
import { findPart, type PartPlace, partName } from "../draft/draft-part.ts";
import { needs, placeOfFrom, unknownPart } from "../draft/place-of-from.ts";
import { type DatabaseTool, defineTool, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { meantForWhere } from "./meant-for-where.ts";
import { ROWS } from "./render-rows.ts";
import { setClause } from "./set-clause.ts";

const OPERATORS = ["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"] as const;

const output = z.object({
  part: z.string(),
  rows: z.int().optional(),
  /** Of the set operation that the part belongs to. */
  totalRows: z.int().optional(),
  facts: z.record(z.string(), z.unknown()),
  preview: ROWS.optional(),
});

const part = z.string().optional();

const from = defineTool({
  name: "from",
  description:
    'Sets FROM of the draft ("" for none), checks tables and join keys. `operator` begins a further SELECT of a set operation, `name` a CTE ("t" or "t(a, b)"); the new part\'s name comes back, for `part` of the clause tools.',
  group: "functional",
  input: z.strictObject({
    from_statement: z.string(),
    part,
    name: z.string().optional(),
    operator: z.enum(OPERATORS).optional(),
  }),
  output,
  async run(input, call): Promise<ToolOutcome> {
    const placed = placeOfFrom(call.state.draft, input, call.services.driver.dialect);
    if (placed.failure) return placed;
    const { draft, place } = placed;
    return setClause(
      { clause: "from", argument: "from_statement", text: input.from_statement, draft, place },
      call,
    );
  },
});

const where = clauseTool(
  "where",
  ["from"],
  'Sets WHERE ("" for none); checks every condition alone and joined.',
);
const select = clauseTool(
  "select",
  ["from", "where"],
  "Sets SELECT (or VALUES …; WINDOW w AS (…) may follow) and shows the first rows.",
);
const groupBy = clauseTool("group_by", ["from", "where", "select"], 'Sets GROUP BY ("" for none).');
const having = clauseTool("having", ["from", "where", "select", "group_by"], 'Sets HAVING ("" removes it).');
const orderBy = clauseTool(
  "order_by",
  ["from", "where", "select"],
  'Sets ORDER BY and LIMIT ("" removes both) of the whole draft; with `part`, of that CTE.',
);

export const clauseTools: readonly DatabaseTool[] = [from, where, select, groupBy, having, orderBy];

function clauseTool(
  clause: Exclude<ClauseName, "from">,
  prerequisites: readonly CoreClause[],
  description: string,
): DatabaseTool {
  const argument = `${clause}_statement` as const;
  return defineTool({
    name: clause,
    description,
    group: "functional",
    prerequisites,
    input: z.strictObject({ [argument]: z.string(), part }),
    output,
    async run(input, call): Promise<ToolOutcome> {
      const text = String(input[argument] ?? "");
      const { draft } = call.state;
      const place = findPart(
        draft,
        input.part as string | undefined,
        call.services.driver.dialect.sameIdentifier,
      );
      if (!place) return { failure: unknownPart(draft, String(input.part)) };
      const failure =
        clause === "order_by"
          ? lacksSelect(call, place)
          : lacks({ clause, text }, prerequisites, call, place);
      return failure ? { failure } : setClause({ clause, argument, text, draft, place }, call);
    },
  });
}

function lacks(
  { clause, text }: { readonly clause: ClauseName; readonly text: string },
  prerequisites: readonly CoreClause[],
  { state: { draft }, services }: ToolCall,
  place: PartPlace,
): ToolFailure | undefined {
  const core = queryAt(draft, place.query).cores[place.core] ?? {};
  const missing = prerequisites.find((each) => core[each] === undefined);
  const part = partName(draft, place);
  if (missing !== undefined) {
    const condition =
      clause === "having" && missing === "where" ? meantForWhere(text, services.driver.dialect) : undefined;
    return needs(clause, part, missing, condition);
  }
  if ((clause === "group_by" || clause === "having") && isValues(core.select))
    return needs(clause, part, "select");
  return undefined;
}

/** Ordering stands behind all SELECTs of a query, so each must be there. */
function lacksSelect({ state: { draft } }: ToolCall, { query }: PartPlace): ToolFailure | undefined {
  const { cores } = queryAt(draft, query);
  if (isComplete(cores)) return undefined;
  const core = Math.max(
    0,
    cores.findIndex((each) => each.select === undefined),
  );
  const clauses = cores[core] ?? {};
  const missing =
    (["from", "where", "select"] as const).find((each) => clauses[each] === undefined) ?? "select";
  return needs("order_by", partName(draft, { query, core }), missing);
}
