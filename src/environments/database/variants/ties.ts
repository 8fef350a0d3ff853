import { forPerson, say } from "../../../environment/egress/marks.ts";
import { timeLeft } from "../act-limits.ts";
import { answerCacheOf } from "../check/clause-check.ts";
import { tieIn, tieQuery } from "../check/findings/ties.ts";
import { maskedWarnings } from "../check/masked.ts";
import { DraftedQuery } from "./drafted-query.ts";
import type { ChangedVariant, VariantCall } from "./variant.ts";

const MOST_MILLISECONDS = 1000;

/** The query with all rows that tie at its LIMIT; empty without a tie. For answers alone: a draft has a finding of it. */
export async function tiedRows(
  sql: string,
  { services, context }: VariantCall,
): Promise<readonly ChangedVariant[]> {
  const query = DraftedQuery.of(sql, services, "");
  const limit = query?.isWhole ? query.tree.limit : undefined;
  const asked = query && limit && tieQuery(sql, placeOf(query), query.dialect.lexical);
  if (!limit || !asked || maskedWarnings(services, sql).length > 0) return [];
  const milliseconds = Math.min(MOST_MILLISECONDS, timeLeft(context, 0.5));
  const answers = answerCacheOf(services);
  await answers.renew(context.signal);
  const result = await answers.ask(asked.sql, [], asked.most, milliseconds, context.signal);
  const describe = () => {
    const tie = typeof result === "string" ? undefined : tieIn(result.rows, asked);
    return (
      tie && { text: say`with all ${tie.count} that tie at the LIMIT: ${tie.names}`, through: tie.through }
    );
  };
  const [tie, whole] = [describe(), forPerson(describe)];
  if (!tie || !whole) return [];
  const all = query.edited([{ span: limit, text: `LIMIT ${tie.through}` }]);
  return [{ kind: "ties", query: all, text: tie.text, whole: whole.text }];
}

function placeOf({ sql, tree, core, scope }: DraftedQuery) {
  return { core, scope, query: tree, prefix: sql.slice(tree.start, core.start) };
}
