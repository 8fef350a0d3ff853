import { dateUnit } from "../../sql/date-unit.ts";
import { readExpression } from "../../sql/read-expression.ts";
import type { Token } from "../../sql/token.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { byDateForm, fillTemplate } from "./foreign-functions.ts";
import { type ForeignSyntax, inOwnWords } from "./in-own-words.ts";

/** `EXTRACT(YEAR FROM d)`, which some dialects do not have, and others not with every part (`DOW`). */
export async function foreignExtracts(
  run: InspectionRun,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  const { dialect } = run.services.driver;
  const entries = dialect.foreignFunctions.filter((each) => each.name === "EXTRACT");
  if (entries.length === 0) return [];
  const found: ForeignSyntax[] = [];
  for (const [i, token] of tokens.entries()) {
    const [open, part, from] = [tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    if (token.value !== "EXTRACT" || open?.value !== "(" || from?.value !== "FROM" || !part) continue;
    const close = closing(tokens, i + 1);
    const [first, last] = [tokens[i + 4], close === undefined ? undefined : tokens[close - 1]];
    const end = close === undefined ? undefined : tokens[close]?.end;
    const unit = dateUnit(part.value);
    const entry = entries.find((each) => each.unit === unit);
    if (!first || !last || end === undefined || !entry) continue;
    const source = { start: first.start, end: last.end };
    const node = readExpression({ ...source, text: run.text(source) }, dialect.lexical);
    const text =
      (await byDateForm(run, unit === "year" || unit === "month" ? unit : undefined, [node])) ??
      fillTemplate(entry.template, [part.value, run.text(source)]);
    const what = dialect.functions.has("extract") ? `EXTRACT(${part.value} FROM …)` : "EXTRACT … FROM";
    const span = { start: token.start, end };
    found.push(inOwnWords(run, span, text, `${dialect.name} has no ${what}.`, `the same in ${dialect.name}`));
  }
  return found;
}

function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]?.kind !== "symbol") continue;
    if (tokens[i]?.value === "(") depth++;
    if (tokens[i]?.value === ")" && --depth === 0) return i;
  }
  return undefined;
}

/** `DATE '2024-01-31'` and its like, where the dialect has no such word before a text. */
export function foreignDates(run: InspectionRun, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const { dialect } = run.services.driver;
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    const entry = dialect.foreignFunctions.find(
      ({ kind, name }) => kind === "literal" && name === token.value && token.kind === "word",
    );
    if (!entry || next?.kind !== "string") return [];
    const text = fillTemplate(entry.template, [run.text(next)]);
    const isPlain = text === run.text(next);
    const message = isPlain
      ? `${dialect.name} writes dates as plain texts here.`
      : `${dialect.name} has no ${token.value} '…'.`;
    const reason = isPlain ? "a plain text" : `the same in ${dialect.name}`;
    return [inOwnWords(run, { start: token.start, end: next.end }, text, message, reason)];
  });
}
