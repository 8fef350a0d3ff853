import { declaredStep, evaluateSource } from "../../src/agent/figures/source.ts";
import type { Tables } from "../../src/agent/figures/tables.ts";
import type { Derived } from "../../src/trajectory/long-form-answer.ts";

const BRACES = /\{([^{}]*)\}/gu;
/** Behind a value in per cent, so that the sign is not written twice. */
const SAYS_PERCENT = /^\s*(?:%|per ?cent\b)/u;
const MOST_DECIMALS = 2;

/** A text with its values put in, and what is wrong with it, in sentences. */
export interface FilledText {
  readonly text: string;
  readonly problems: readonly string[];
}

/**
 * Puts the value of each source in braces in its place. Numbers from 10,000 have separators (so that years have none), have the decimals that
 * `to 0.01` declares, and have to declare them where they are more than two. Digits outside of braces have to stand in the question.
 */
export function fillBraces(answer: string, question: string, tables: Tables): FilledText {
  const problems: string[] = strayDigits(answer, question);
  const text = answer.replace(BRACES, (braces: string, source: string, at: number) => {
    const said = valueText(evaluateSource(source, tables));
    if ("problem" in said) {
      problems.push(`${braces}: ${said.problem}`);
      return braces;
    }
    const isSaid = !said.percent || SAYS_PERCENT.test(answer.slice(at + braces.length));
    return isSaid ? said.text : `${said.text} %`;
  });
  return { text, problems };
}

function strayDigits(answer: string, question: string): string[] {
  const asked = new Set(question.match(/\d+/gu) ?? []);
  const numbers = answer.replace(BRACES, "").match(/\d+/gu) ?? [];
  return numbers
    .filter((number) => !asked.has(number))
    .map((number) => `${number} stands in the text, and neither in braces nor in the question.`);
}

type ValueText = { readonly text: string; readonly percent: boolean } | { readonly problem: string };

function valueText({ source, value, problem, percent = false }: Derived): ValueText {
  if (problem !== undefined) return { problem };
  if (value === null || value === undefined) return { problem: "It comes to nothing." };
  if (typeof value === "string" && Number.isNaN(Number(value))) return { text: value, percent };
  const declared = declaredStep(source);
  const number = Number(value);
  if (declared === undefined) {
    const decimals = decimalsOf(String(value));
    return decimals > MOST_DECIMALS
      ? { problem: `${value} has ${decimals} decimals: declare how it is rounded, as in to 0.1.` }
      : { text: grouped(number, decimals), percent };
  }
  const step = Number(declared);
  return { text: grouped(Math.round(number / step) * step, decimalsOf(declared)), percent };
}

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

function grouped(value: number, decimals: number): string {
  // No negative zero.
  return (value + 0).toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: Math.abs(value) >= 10_000,
  });
}
