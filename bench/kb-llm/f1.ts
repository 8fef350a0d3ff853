import type { Answer } from "../../src/environment/answer.ts";
import type { KbQuestion } from "./kb-question.ts";

/** What was answered, as texts to compare with gold. */
export function answeredTexts(
  { members, rows, value }: Answer,
  by: KbQuestion["compareBy"],
): readonly string[] {
  if (members !== undefined) {
    return members.map(({ id, label, value: own }) =>
      String(own ?? (by === "id" ? id : label) ?? label ?? id ?? ""),
    );
  }
  if (rows !== undefined) return rows.rows.map((row) => String(row[0]));
  return value === undefined ? [] : [String(value)];
}

/** Of sets; numbers that are equal to 6 digits are the same, and an IRI is the same as its short name with that end. */
export function f1(answered: readonly string[], gold: readonly string[]): number {
  const left = new Set(answered.map(plainText));
  const right = new Set(gold.map(plainText));
  const hits = [...left].filter((each) => right.has(each)).length;
  return hits === 0 ? 0 : (2 * hits) / (left.size + right.size);
}

export function plainText(text: string): string {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return String(Number(number.toPrecision(6)));
  const iri = /^https:\/\/cinema\.example\/([\w-]+)\/(.+)$/u.exec(text);
  return (iri === null ? text : `${iri[1]}:${iri[2]}`).trim().toLowerCase();
}
