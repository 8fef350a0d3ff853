import {
  type DbqaSet,
  dbqaSet,
  type ItemLog,
  logsIn,
  type MadeBy,
  openDbqaJournal,
} from "../../evaluation/construction/dbqa/dbqa-journal.ts";
import { lostEntities } from "../../evaluation/construction/dbqa/stages.ts";
import { clippedText } from "../../util/clipped-text.ts";
import { visibleText } from "../../util/visible-text.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";

import { lookOver, type Reviewer, terminalReviewer } from "../terminal-user.ts";
import { writeDbqaSet } from "./dataset-dbqa-action.ts";

const CHOICES = {
  confirm: "it is clear, and needs several queries",
  edit: "edit it",
  reject: "reject it",
  later: "later",
};
const KEEPING = { again: "edit it again", keep: "keep it all the same" };

/** UTF-16 units that are shown of what a model wrote beside the question. */
const MOST_SHOWN = { answer: 800, note: 300 };

/** Has a person look over each question that nobody has confirmed yet (*Database question answering*, Section 2.1). What is said is kept at once. */
export async function datasetDbqaConfirmAction(
  folder: string,
  io: CliIo,
  setExitCode: SetExitCode,
  given?: Reviewer,
): Promise<void> {
  const journal = openDbqaJournal(folder);
  const reviewer = given ?? terminalReviewer(io);
  const waiting = logsIn(journal.done).filter((log) => log.question()?.by === "nobody");
  const before = dbqaSet(journal);
  const left = await lookOver(
    waiting,
    (log, place) => verdictOn(log, place, madeOf(log.item, before), io, reviewer),
    (made, { item }) => journal.append({ item, stage: "confirm", made }),
  );
  const { waiting: unanswered, rejected } = writeDbqaSet(folder, journal);
  const logs = logsIn(journal.done);
  const by = (who: "person" | "rejected"): number => logs.filter((log) => log.question()?.by === who).length;
  io.err(`${by("person")} confirmed, ${by("rejected")} rejected, ${left} left for later: ${folder}\n`);
  const isOpen = logs.some((log) => {
    const question = log.question();
    const isEnded = rejected.some(({ id }) => id === log.item);
    return question?.by === "person" && !isEnded && log.made("classify", question.text) === undefined;
  });
  if (isOpen || unanswered.length > 0)
    io.err("What is confirmed is answered by the command that made the questions: give it again.\n");
  const ended = rejected.filter(({ stage }) => stage !== "confirm").length;
  if (ended > 0) io.err(`${ended} could not be made; review.json says why.\n`);
  setExitCode(EXIT.answered);
}

async function verdictOn(
  log: ItemLog,
  place: string,
  made: readonly string[],
  io: CliIo,
  reviewer: Reviewer,
): Promise<MadeBy<"confirm"> | "later" | "left"> {
  const before = log.question()?.text ?? "";
  const entities = log.made("control")?.entities ?? [];
  let question = before;
  let isEditing = false;
  for (;;) {
    const beside =
      question === before
        ? made
        : made.length === 0
          ? []
          : ["What was made for the question before this edit is made anew."];
    const about = [...shown(log, question, place), ...beside].join("\n");
    const choice = isEditing ? "edit" : await reviewer.choose(about, CHOICES);
    if (choice === undefined || choice === "later") {
      if (question !== before) io.err(notKept(question, io));
      return choice ?? "left";
    }
    if (choice === "reject") return { verdict: "rejected", question: before, lost: [] };
    if (choice === "edit") {
      isEditing = false;
      const written = await reviewer.edit("The question", question);
      if (written === "") io.err(`${io.colors.yellow("warning:")} An empty question is none.\n`);
      question = written === undefined || written === "" ? question : written;
      continue;
    }
    const lost = question === before ? [] : [...lostEntities(question, entities)];
    if (lost.length > 0) {
      const names = visibleText(lost.join("; "));
      const kept = await reviewer.choose(`The question no longer names: ${names}.`, KEEPING);
      if (kept === undefined) {
        io.err(notKept(question, io));
        return "left";
      }
      isEditing = kept === "again";
      if (isEditing) continue;
    }
    return { verdict: question === before ? "confirmed" : "edited", question, lost };
  }
}

/** With its words, so that they need not be found again. */
function notKept(question: string, { colors }: CliIo): string {
  return `${colors.yellow("warning:")} The edit is not kept: ${visibleText(question)}\n`;
}

/** What came of a question that was answered before anybody confirmed it: its answer and what to look at, or why there is none. */
function madeOf(item: string, { questions, items, rejected }: DbqaSet): readonly string[] {
  const line = (text: string, most: number): string => clippedText(text.replace(/\s+/gu, " ").trim(), most);
  const answer = questions.find(({ id }) => id === item)?.answer;
  const notes = items.find(({ id }) => id === item)?.notes ?? [];
  const ended = rejected.find(({ id }) => id === item);
  return [
    ...(answer === undefined ? [] : [`Answer from its records: ${line(answer, MOST_SHOWN.answer)}`]),
    ...notes.map((note) => `Note: ${line(note, MOST_SHOWN.note)}`),
    ...(ended === undefined
      ? []
      : [`Not made, ${ended.stage}: ${line(ended.reasons.at(-1) ?? "no reason", MOST_SHOWN.note)}`]),
  ];
}

function shown(log: ItemLog, question: string, place: string): readonly string[] {
  const controlled = log.made("control");
  return [
    `${place}: ${log.item}`,
    question,
    ...(controlled === undefined
      ? []
      : [
          `Before it was condensed: ${controlled.question}`,
          `About: ${controlled.entities.map(({ words, name }) => `${words} (${name})`).join("; ")}`,
        ]),
  ];
}
