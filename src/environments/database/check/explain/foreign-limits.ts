import type { Token } from "../../sql/token.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { type ForeignSyntax, inOwnWords } from "./explanation.ts";
import { fillTemplate } from "./foreign-functions.ts";

/** TOP n, FETCH FIRST n ROWS ONLY and LIMIT a, b, each where the dialect does not have it. */
export function foreignLimits(run: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  return tokens.flatMap(
    (_, i) => top(run, tokens, i) ?? fetch(run, tokens, i) ?? limit(run, tokens, i) ?? [],
  );
}

function clause(run: ClauseCheck, name: string): string | undefined {
  const { foreignFunctions } = run.services.driver.dialect;
  return foreignFunctions.find((each) => each.kind === "clause" && each.name === name)?.template;
}

const COUNT = /^(?:number|parameter)$/u;

/** `TOP 3`, `TOP (3)`, `TOP 10 PERCENT`, right behind SELECT. */
function top(run: ClauseCheck, tokens: readonly Token[], at: number): ForeignSyntax | undefined {
  const token = tokens[at];
  const template = clause(run, "TOP");
  if (token?.kind !== "word" || token.value !== "TOP" || template === undefined) return undefined;
  if (!/^(?:SELECT|DISTINCT|ALL)$/u.test(tokens[at - 1]?.value ?? "SELECT")) return undefined;
  const isBracketed = tokens[at + 1]?.value === "(" && tokens[at + 3]?.value === ")";
  const count = tokens[isBracketed ? at + 2 : at + 1];
  const last = isBracketed ? at + 3 : at + 1;
  const end = tokens[last]?.end;
  if (!count || !COUNT.test(count.kind) || end === undefined) return undefined;
  const { dialect } = run.services.driver;
  const span = { start: token.start, end };
  if (/^(?:PERCENT|WITH)$/u.test(tokens[last + 1]?.value ?? "")) return undefined;
  const written = fillTemplate(template, [count.value]);
  return {
    span,
    message: `${dialect.name} has no TOP: write ${written} at the end of the query.`,
    suggestion: {
      text: limited(run, tokens, { at, last, written }),
      replaces: run.subject.sql,
      reason: `the same in ${dialect.name}`,
      score: 0.97,
    },
  };
}

/** The statement without TOP, and with the limit at the end of the SELECT that had it. */
function limited(
  run: ClauseCheck,
  tokens: readonly Token[],
  { at, last, written }: { readonly at: number; readonly last: number; readonly written: string },
): string {
  const { sql } = run.subject;
  const [start, end] = [tokens[at]?.start ?? 0, tokens[last]?.end ?? 0];
  let depth = 0;
  const stop = tokens.slice(last + 1).find(({ kind, value }) => {
    if (kind !== "symbol") return false;
    if (value === "(") depth++;
    return value === ")" ? depth-- === 0 : value === ";" && depth === 0;
  });
  const place = stop?.start ?? sql.length;
  const before = `${sql.slice(0, start)}${sql.slice(end, place).trimStart()}`.trimEnd();
  return `${before} ${written}${sql.slice(place).replace(/^;\s*$/u, "")}`;
}

function fetch(run: ClauseCheck, tokens: readonly Token[], at: number): ForeignSyntax | undefined {
  const template = clause(run, "FETCH FIRST");
  const [token, next, count] = tokens.slice(at, at + 3);
  if (token?.value !== "FETCH" || !/^(?:FIRST|NEXT)$/u.test(next?.value ?? "") || template === undefined)
    return undefined;
  const end = tokens.slice(at, at + 6).findLast(({ value }) => /^(?:ONLY|ROWS?)$/u.test(value));
  if (count?.kind !== "number" || !end) return undefined;
  const span = { start: token.start, end: end.end };
  const written = fillTemplate(template, [count.value]);
  return inOwnWords(
    run,
    span,
    written,
    `${run.services.driver.dialect.name} has no FETCH FIRST.`,
    "the same",
  );
}

function limit(run: ClauseCheck, tokens: readonly Token[], at: number): ForeignSyntax | undefined {
  const template = clause(run, "LIMIT a, b");
  const [token, skipped, comma, count] = tokens.slice(at, at + 4);
  if (token?.value !== "LIMIT" || comma?.value !== "," || template === undefined) return undefined;
  if (!COUNT.test(skipped?.kind ?? "") || !count || !COUNT.test(count.kind)) return undefined;
  const span = { start: token.start, end: count.end };
  const text = fillTemplate(template, [skipped?.value ?? "", count.value]);
  return inOwnWords(
    run,
    span,
    text,
    "LIMIT takes one number here; the first of two is the OFFSET.",
    "the same",
  );
}
