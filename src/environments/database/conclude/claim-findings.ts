import type { Finding } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { findingsOnce } from "../check/findings-once.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { checkSites } from "../draft/check-sites.ts";
import { ClauseJudge } from "../draft/clause-judge.ts";
import { sitesOf } from "../draft/clause-site.ts";
import { type Draft, EMPTY_DRAFT } from "../draft/draft.ts";
import { draftOfQuery } from "../draft/draft-of-query.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { tokenize } from "../sql/tokenize.ts";
import { inspectWhole } from "../tools/check-query.ts";
import type { Concluding } from "./concluding.ts";

export interface ClaimFindings {
  readonly warnings: readonly Finding[];
  /** Of joins that yield more rows than any of their tables: what is summed over them may count twice. */
  readonly notes: readonly Finding[];
}

export const NO_FINDINGS: ClaimFindings = { warnings: [], notes: [] };

/**
 * What the checks say against a query that ran, within `milliseconds`. Nothing for the query that is the draft: its clauses were inspected as they
 * were set.
 */
export async function claimFindings(
  sql: string,
  concluding: Concluding,
  milliseconds: number,
): Promise<ClaimFindings> {
  const { services, checker } = concluding;
  const { dialect } = services.driver;
  const draft = draftOfQuery(sql, dialect) ?? { ...EMPTY_DRAFT, whole: sql };
  if (wordsOf(draft, dialect) === wordsOf(concluding.draft, dialect)) return NO_FINDINGS;
  const limits = { ...concluding.context.limits, milliseconds };
  const judge = new ClauseJudge(services, checker, { ...concluding.context, limits });
  try {
    const reports =
      draft.whole === undefined
        ? await checkSites(draft, sitesOf(draft), judge, () => true)
        : await inspectWhole(draft.whole, judge);
    const found = (kind: "warnings" | "notes"): readonly Finding[] =>
      findingsOnce(
        reports.flatMap(({ site, inspection }) =>
          (inspection?.[kind] ?? []).map((finding) => ({
            ...finding,
            part: { clause: site.clause, ...finding.part },
          })),
        ),
      );
    return {
      warnings: found("warnings"),
      notes: found("notes").filter(({ code }) => code === "join-multiplies"),
    };
  } catch (error) {
    // The answer is there: that there was no time to inspect it does not take it away.
    if (FuxiError.isInstance(error) && error.code === "engine-timeout") return NO_FINDINGS;
    throw error;
  }
}

/** The query without its spaces and line breaks, to compare. */
function wordsOf(draft: Draft, dialect: SqlDialect): string | undefined {
  const sql = assembleDraft(draft, dialect)?.sql;
  if (sql === undefined) return undefined;
  return JSON.stringify(tokenize(sql, dialect.lexical).tokens.map(({ kind, value }) => [kind, value]));
}
