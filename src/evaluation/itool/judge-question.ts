import type { Clarification } from "../../trajectory/clarification.ts";
import { asksAbout, asksForAnId } from "../questions/asked-words.ts";
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

/** Judges one question that was put to the user, from the item alone. */
export function judgeQuestion(
  asked: Pick<Clarification, "question" | "words">,
  role: string,
  item: ItoolItem,
  gold: ItoolGold,
): JudgedQuestion {
  const needed = item.category === "problematic" ? "either" : gold.needsQuestion ? "yes" : "no";
  return {
    role,
    question: asked.question,
    needed,
    relevant:
      item.category !== "clear" && !asksForAnId(asked) && asksAbout(asked, [...item.words, ...item.about]),
  };
}
