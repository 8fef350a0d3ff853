import { openBuildJournal } from "../../evaluation/itool/build/build-journal.ts";
import { editProblem, type ItemReview } from "../../evaluation/itool/build/item-review.ts";
import type { ItoolItem } from "../../evaluation/itool/itool-item.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";

import { type Reviewer, terminalReviewer } from "../terminal-user.ts";
import { writeItoolSet } from "./dataset-itool-action.ts";

const CHOICES = {
  confirm: "it reads as it should",
  query: "edit the query",
  question: "edit the question to be raised",
  reject: "reject it",
  later: "later",
};

/** Has a person look over each item that nobody has confirmed yet. What is said is kept at once. */
export async function datasetItoolConfirmAction(
  file: string,
  io: CliIo,
  setExitCode: SetExitCode,
  given?: Reviewer,
): Promise<void> {
  const { done, reviews: before, append } = openBuildJournal(`${file}.jsonl`);
  const reviewer = given ?? terminalReviewer(io);
  const reviews = [...before];
  const made = done.flatMap(({ item, notes }) => (item === undefined ? [] : [{ item, notes }]));
  const waiting = made.filter(({ item }) => before.every(({ reviewed }) => reviewed !== item.id));
  let left = waiting.length;
  for (const [at, { item, notes }] of waiting.entries()) {
    const review = await reviewOf(item, `${at + 1} of ${waiting.length}`, notes, io, reviewer);
    if (review === "left") break;
    if (review === "later") continue;
    append(review);
    reviews.push(review);
    left -= 1;
  }
  writeItoolSet(file, done, reviews);
  const said = (verdict: ItemReview["verdict"]): number =>
    made.filter(({ item }) => reviews.findLast(({ reviewed }) => reviewed === item.id)?.verdict === verdict)
      .length;
  io.err(
    `${said("confirmed") + said("edited")} confirmed, ${said("rejected")} rejected, ${left} left for later: ${file}\n`,
  );
  setExitCode(EXIT.answered);
}

async function reviewOf(
  item: ItoolItem,
  place: string,
  notes: readonly string[],
  io: CliIo,
  reviewer: Reviewer,
): Promise<ItemReview | "later" | "left"> {
  let now = item;
  for (;;) {
    const choice = await reviewer.choose(shown(now, place, notes), CHOICES);
    switch (choice) {
      case undefined:
        return "left";
      case "later":
        return "later";
      case "reject":
        return { reviewed: item.id, verdict: "rejected" };
      case "confirm": {
        const problem = now === item ? undefined : editProblem(now);
        if (problem === undefined) return confirmed(item, now);
        io.err(`${io.colors.yellow("warning:")} ${problem} Edit it again, or leave it for later.\n`);
        break;
      }
      case "query":
      case "question": {
        const written = await reviewer.edit(choice === "query" ? "The query" : "The question", now[choice]);
        if (written !== undefined) now = { ...now, [choice]: written };
      }
    }
  }
}

function confirmed(item: ItoolItem, now: ItoolItem): ItemReview {
  const isSame = now.query === item.query && now.question === item.question;
  return isSame
    ? { reviewed: item.id, verdict: "confirmed" }
    : { reviewed: item.id, verdict: "edited", query: now.query, question: now.question };
}

function shown(item: ItoolItem, place: string, notes: readonly string[]): string {
  const { id, category, query, words, question, reply, alternatives } = item;
  return [
    `${place}: ${id} (${category})`,
    `Query: ${query}`,
    ...(words.length === 0 ? [] : [`Unclear: ${words.join("; ")}`]),
    ...(question === "" ? [] : [`Question to be raised: ${question}`]),
    ...(reply === "" ? [] : [`Answer to it: ${reply}`]),
    ...(alternatives.length === 0 ? [] : [`Could also mean: ${alternatives.join("; ")}`]),
    ...notes.map((note) => `Note: ${note}`),
  ].join("\n");
}
