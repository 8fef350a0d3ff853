import type { CommonTable, QueryTree } from "./query-tree.ts";
import { cut, type Token, type TokenizedText } from "./token.ts";

export function nameOf(text: TokenizedText, token: Token | undefined): string | undefined {
  if (token?.kind === "word") return cut(text, token);
  return token?.kind === "identifier" ? token.value : undefined;
}

/** The names in the brackets that open at `open`: `(a, b)`. Undefined when something else stands there. */
export function namesInBrackets(text: TokenizedText, open: number): string[] | undefined {
  const close = text.partner[open] ?? -1;
  if (close <= open) return undefined;
  const names: string[] = [];
  for (let index = open + 1; index < close; index += 2) {
    const name = nameOf(text, text.tokens[index]);
    const separator = text.tokens[index + 1];
    if (name === undefined || (index + 1 < close && separator?.value !== ",")) return undefined;
    names.push(name);
  }
  return names;
}

/** Reads what stands between WITH [RECURSIVE] and the main query. `readInner` reads a query in brackets. */
export function readCommonTables(
  text: TokenizedText,
  from: number,
  to: number,
  readInner: (from: number, to: number) => QueryTree | undefined,
): { ctes: CommonTable[]; next: number } | undefined {
  const ctes: CommonTable[] = [];
  let index = from;
  for (;;) {
    const first = text.tokens[index] as Token;
    const name = nameOf(text, first);
    if (index >= to || name === undefined) return undefined;
    let columns: string[] | undefined;
    let headingEnd = first.end;
    index++;
    if (text.tokens[index]?.value === "(") {
      columns = namesInBrackets(text, index);
      if (!columns) return undefined;
      index = text.partner[index] as number;
      headingEnd = (text.tokens[index] as Token).end;
      index++;
    }
    if (text.tokens[index]?.value !== "AS") return undefined;
    const hintStart = ++index;
    while (index < to && text.tokens[index]?.kind === "word") index++;
    const close = text.partner[index] ?? -1;
    if (index >= to || close <= index) return undefined;
    const query = readInner(index + 1, close);
    if (!query) return undefined;
    const end = (text.tokens[close] as Token).end;
    const hint = (text.tokens[hintStart] as Token).start < (text.tokens[index] as Token).start;
    ctes.push({
      name,
      ...(columns && { columns }),
      heading: cut(text, { start: first.start, end: headingEnd }),
      ...(hint && {
        hint: cut(text, {
          start: (text.tokens[hintStart] as Token).start,
          end: (text.tokens[index - 1] as Token).end,
        }),
      }),
      query,
      start: first.start,
      end,
    });
    index = close + 1;
    if (text.tokens[index]?.value !== ",") return { ctes, next: index };
    index++;
  }
}
