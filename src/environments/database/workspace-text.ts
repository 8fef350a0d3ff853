import { type Marked, ownText } from "../../environment/egress/marks.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import type { DatabaseState } from "./database-state.ts";
import { type AssemblyRules, assembleDraft } from "./draft/assemble.ts";
import { CORE_CLAUSES, type Draft, isEmptyDraft, MAIN, partName, queryAt } from "./draft/draft.ts";

import { type Relation, relationTitle, VALUE_COLUMN } from "./relations/relation.ts";

const MOST_RELATIONS_CHARACTERS = 400;
const LONGEST_CLAUSE = 200;

/** The drafted query, or its clauses while it is incomplete, and the tables made of other environments' values. */
export function workspaceText({ draft, relations = [] }: DatabaseState, rules: AssemblyRules): Marked {
  const tables = newestLines(relations.map(relationLine), {
    most: MOST_RELATIONS_CHARACTERS,
    what: "tables",
  });
  const used = tables.reduce((sum, line) => sum + line.length + 1, 0);
  // The model wrote all of it, so nothing needs to be redacted.
  return ownText([...draftLines(draft, WORKSPACE_TEXT_CHARACTERS - used, rules), ...tables].join("\n"));
}

function draftLines(draft: Draft, most: number, rules: AssemblyRules): readonly string[] {
  if (isEmptyDraft(draft)) return [];
  const sql = assembleDraft(draft, rules)?.sql;
  if (sql !== undefined) return [wholeDraft(sql, most)];
  const head = "Draft, not yet a query:";
  return [head, ...newestLines(partLines(draft), { most: most - head.length - 1, what: "parts" })];
}

function wholeDraft(sql: string, most: number): string {
  const whole = `Draft: ${visibleBlock(sql)}`;
  if (whole.length <= most) return whole;
  const more = ` (${sql.length} characters; check_query("") shows all of it)`;
  return shortLine(whole, most - more.length) + more;
}

/** `2 (UNION): from "film", where ""` for each SELECT, in the order of the query. */
function partLines(draft: Draft): readonly string[] {
  return [...draft.with.keys(), MAIN].flatMap((query) => {
    const { cores, operators, order_by } = queryAt(draft, query);
    return cores.map((clauses, core) => {
      const operator = operators[core - 1];
      const set = [
        ...CORE_CLAUSES.map((clause) => [clause, clauses[clause]] as const),
        ["order_by", core === 0 ? order_by : undefined] as const,
      ].flatMap(([clause, text]) =>
        text === undefined ? [] : [`${clause} ${JSON.stringify(shortLine(text, LONGEST_CLAUSE))}`],
      );
      const name = partName(draft, { query, core });
      return `${name}${operator === undefined ? "" : ` (${operator})`}: ${set.join(", ") || "nothing set"}`;
    });
  });
}

function relationLine(relation: Relation): string {
  return visibleText(`Table ${relation.name}(${VALUE_COLUMN}): ${relationTitle(relation)}`);
}
