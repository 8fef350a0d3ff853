import type { Clarification } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/folded-words.ts";
import type { ItoolGold, ItoolItem } from "./itool-item.ts";

/** A question to the user, judged as needed and relevant. */
export interface JudgedQuestion {
  /** The role that wanted to ask. */
  readonly role: string;
  /** As it was put. */
  readonly question: string;
  /** `either`: a misspelled name may be asked about or corrected. */
  readonly needed: "yes" | "no" | "either";
  /** It names the unclear words or what they are about, and asks for no id (Query when need, Table 6.2). */
  readonly relevant: boolean;
}

const FOR_AN_ID = /\b(?:ids?|identifiers?|uuids?)\b/iu;

/** Judges one question that was put to the user, from the item alone. */
export function judgeQuestion(
  { question, words }: Pick<Clarification, "question" | "words">,
  role: string,
  item: ItoolItem,
  gold: ItoolGold,
): JudgedQuestion {
  const needed = item.category === "problematic" ? "either" : gold.needsQuestion ? "yes" : "no";
  const said = spaced([question, ...words].join(" "));
  const named = [...item.words, ...item.about].some(
    (each) => foldedWords(each) !== "" && said.includes(spaced(each)),
  );
  return {
    role,
    question,
    needed,
    relevant: named && !FOR_AN_ID.test(question) && item.category !== "clear",
  };
}

/** With a space on either side, so that what is looked for stands as words of its own. */
function spaced(text: string): string {
  return ` ${foldedWords(text)} `;
}
