import type { Wish } from "../trajectory/clarification.ts";
import { foldedWords } from "../util/folded-words.ts";

const ID = String.raw`\b(?:ids?|identifiers?|uuids?|guids?|primary keys?|internal (?:numbers?|codes?))\b`;

/** Asking to be given one, or for the one of something; a list of readings may well show ids, and a question may be about columns of ids. */
const ASKS_FOR_ID: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:what|which|whose|provide|give|tell|specify|enter|share|supply|send|state|confirm|need|know)\b[^?.!]*${ID}`,
    "iu",
  ),
  new RegExp(String.raw`${ID}\s+(?:of|for)\b`, "iu"),
  new RegExp(String.raw`^\W*(?:[\p{L}']+\s+){0,3}${ID}\s*\?`, "iu"),
];

/** An id with its value is shown, not asked for. */
const SHOWN_ID = new RegExp(String.raw`${ID}\s*[:=#]?\s*["']?(?=[\w-]*\d)[\w-]+`, "giu");

const ASKS_TO_GO_ON =
  /\b(?:(?:shall|should|may|can|could) i|(?:do|would) you (?:want|like) me to)\s+(?:please\s+)?(?:continue|proceed|go on|go ahead|try again|retry|keep (?:going|trying))\b(?![^?]*\bor\b)/iu;

/** How the data is kept is not the person's to know, unless it is words of theirs that are unclear. */
const ASKS_HOW_KEPT =
  /\b(?:which|what)\s+(?:\p{L}+\s+)?(?:table|column|field|schema|endpoint|operation|api|relation|predicate|parameter)s?\b/iu;

/** Leave is asked with the action itself, which the person then sees whole. */
const ASKS_FOR_LEAVE =
  /\b(?:(?:may|can|could|shall|should) i|(?:do|would) you (?:allow|permit|let|want|like) me to|is it ok(?:ay)? (?:if i|to))\s+(?:now\s+)?(?:create|delete|remove|add|update|change|send|post|submit|call|save|set)\b(?![^?]*\bor\b)/iu;

/** Why a question is needless whatever the environment holds, in words for whoever wanted to ask it. */
export function needlessQuestion(wish: Wish): string | undefined {
  const { question, words, kind, options = [], readings = [] } = wish;
  if (foldedWords(question) === "") return "It says nothing. Write the question, or go on.";
  if (kind === "unsupported") {
    return "What cannot be done here is nothing to ask about: give up at once, with the reason.";
  }
  const isAboutIds = words.some((each) => new RegExp(ID, "iu").test(each));
  const asked = question.replace(SHOWN_ID, "");
  if (!isAboutIds && ASKS_FOR_ID.some((form) => form.test(asked))) {
    return "People know names, not ids. Find the id with a tool, by the name that the question gives.";
  }
  if (ASKS_TO_GO_ON.test(question)) return "You need not be told to go on: do what you think best.";
  if (ASKS_FOR_LEAVE.test(question)) {
    return "Take the action: the person is asked to allow it where that is needed, and sees it whole then.";
  }
  if (words.length === 0 && options.length + readings.length < 2 && ASKS_HOW_KEPT.test(question)) {
    return "People do not know how this is kept. Look it up with a tool.";
  }
  return undefined;
}
