import { bracketDepths, maskSource } from "./mask-source.ts";

/** What can be seen of a program without parsing it. */
export interface ProgramShape {
  /** False where it ends with a loop (`forEach` too), a condition or a declaration, whose value nobody meant. */
  readonly endsWithExpression: boolean;
  /** Names declared outside all brackets, in their order. */
  readonly variables: readonly string[];
  readonly functions: readonly string[];
}

const STATEMENT =
  /^(?:for|while|do|if|switch|try|const|let|var|function|class|throw|async\s+function)\b|^[{}]/;

export function programShape(source: string): ProgramShape {
  const masked = maskSource(source);
  const depths = bracketDepths(masked);
  const outside = (index: number) => depths[index] === 0;
  const names = (pattern: RegExp) =>
    [...masked.matchAll(pattern)].filter((match) => outside(match.index)).map((match) => match[1] as string);
  const last = lastStatement(masked, outside);
  return {
    endsWithExpression: !STATEMENT.test(last) && !/\.forEach\s*\(/.test(last),
    variables: names(/\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)/g),
    functions: names(/\bfunction\s*\*?\s+([A-Za-z_$][\w$]*)/g),
  };
}

/** From the last place outside brackets where a statement can begin: after a semicolon, or on a line of its own. */
function lastStatement(masked: string, outside: (index: number) => boolean): string {
  const end = masked.replace(/[;\s]+$/, "").length;
  let start = 0;
  for (const { index, 0: mark } of masked.slice(0, end).matchAll(/[;\n]/g)) {
    if (!outside(index)) continue;
    const rest = masked.slice(index + 1, end).trimStart();
    if (rest === "" || /^(?:else|catch|finally)\b/.test(rest)) continue;
    if (mark === "\n" && goesOn(masked.slice(0, index), rest)) continue;
    start = index + 1;
  }
  return masked.slice(start, end).trim();
}

/** Whether a line break stands within a statement. */
function goesOn(before: string, after: string): boolean {
  if (/^[.?:)\]}+\-*/%&|=<>,]/.test(after)) return true;
  if (/[=(,:?&|+\-*/%<>]\s*$|\belse\s*$/.test(before)) return true;
  const line = before.trimEnd().split("\n").at(-1) ?? "";
  return /^\s*(?:for|while|if)\b.*\)\s*$/.test(line);
}
