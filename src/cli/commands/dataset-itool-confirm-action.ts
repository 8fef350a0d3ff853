import {
  editProblem,
  type ItemReview,
  openBuildJournal,
} from "../../evaluation/itool/build/build-journal.ts";
import type { ItoolItem } from "../../evaluation/itool/itool-item.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";
import { lookOver, type Reviewer, terminalReviewer } from "../terminal-user.ts";
import { writeItoolSet } from "./dataset-itool-action.ts";

const CHOICES = {
  confirm: "it reads as it should",
  query: "edit the query",
  question: "edit the question to be raised",
  reject: "reject it",
  later: "later",
};

/** Asks a person to review each unconfirmed item. Each verdict is stored at once. */
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
  const left = await lookOver(
    made.filter(({ item }) => before.every(({ reviewed }) => reviewed !== item.id)),
    ({ item, notes }, place) => reviewOf(item, (now) => shown(now, place, notes), io, reviewer),
    (review) => {
      append(review);
      reviews.push(review);
    },
  );
  writeItoolSet(file, done, reviews);
  const rejected = reviews.filter(({ verdict }) => verdict === "rejected").length;
  io.err(`${reviews.length - rejected} confirmed, ${rejected} rejected, ${left} left for later: ${file}\n`);
  setExitCode(EXIT.answered);
}

async function reviewOf(
  item: ItoolItem,
  about: (now: ItoolItem) => string,
  io: CliIo,
  reviewer: Reviewer,
): Promise<ItemReview | "later" | "left"> {
  let now = item;
  for (;;) {
    const choice = await reviewer.choose(about(now), CHOICES);
    if (choice === undefined) return "left";
    if (choice === "later") return choice;
    if (choice === "reject") return { reviewed: item.id, verdict: "rejected" };
    if (choice === "confirm") {
      const { query, question } = now;
      if (query === item.query && question === item.question)
        return { reviewed: item.id, verdict: "confirmed" };
      const problem = editProblem(now);
      if (problem === undefined) return { reviewed: item.id, verdict: "edited", query, question };
      io.err(`${io.colors.yellow("warning:")} ${problem} Edit it again, or leave it for later.\n`);
      continue;
    }
    const written = await reviewer.edit(choice === "query" ? "The query" : "The question", now[choice]);
    if (written !== undefined) now = { ...now, [choice]: written };
  }
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
