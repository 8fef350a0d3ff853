import type { Suggestion } from "../../../environment/tool-failure.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { keyConditions, unconnectedSources } from "./join-links.ts";

/**
 * Tables that nothing ties to the others, with the condition that would. A join by comma may get its condition from WHERE: of it is only a
 * note made until that is set.
 */
export const looseTables: Check = {
  clauses: ["from", "where", "select"],
  look(check) {
    const { clause } = check.clause;
    // Where WHERE is set, it has told of them already.
    if (clause === "select" && check.core.where) return;
    for (const source of unconnectedSources(check.scope, clause === "from" ? [] : check.conditions())) {
      const isByComma = source.source.join?.kind === "comma";
      if (isByComma || clause === "from") tell(check, source, isByComma && clause === "from");
    }
  },
};

function tell(check: CheckedClause, source: ScopeSource, asNote: boolean): void {
  const others = check.scope.sources.filter((other) => other !== source);
  const [key] = others.flatMap((other) => keyConditions(check, other, source));
  const { join } = source.source;
  const reason = "key between the tables";
  const suggestion = key && {
    ...(join?.on ? { text: key.text, replaces: check.text(join.on) } : joinedOn(check, source, key.text)),
    reason,
  };
  const natural = join?.natural ? "NATURAL JOIN finds no common column: nothing" : "Nothing";
  const meant = key ? `; the key is ${key.text}` : "";
  const message = `${natural} ties ${source.name ?? "the subquery"} to the other tables, so every row meets every other${meant}.`;
  const span = join?.on ?? source.source;
  const suggestions = suggestion ? [suggestion] : [];
  if (asNote) check.note("join-missing-condition", span, message, suggestions);
  else check.warn("join-missing-condition", span, message, suggestions);
}

/** A comma, or NATURAL JOIN, takes no ON: then the word of the join is replaced too. */
function joinedOn(check: CheckedClause, source: ScopeSource, condition: string): Suggestion {
  const { start, end } = source.source;
  const table = check.text(source.source);
  const before = /\s*,\s*$|\bNATURAL\s+(?:\w+\s+)*?JOIN\s+$/iu.exec(check.clause.sql.slice(0, start))?.[0];
  if (before === undefined) return { text: `${table} ON ${condition}`, replaces: table };
  const join = before.trim() === "," ? " JOIN " : before.replace(/^NATURAL\s+/iu, "");
  const replaces = check.text({ start: start - before.length, end });
  return { text: `${join}${table} ON ${condition}`, replaces };
}
