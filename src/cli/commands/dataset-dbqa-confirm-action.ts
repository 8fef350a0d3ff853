import {
  dbqaSet,
  type ItemLog,
  logsIn,
  type MadeBy,
  openDbqaJournal,
} from "../../evaluation/construction/dbqa/dbqa-journal.ts";
import { lostEntities } from "../../evaluation/construction/dbqa/stages.ts";
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

/** Asks a person to review each unconfirmed question (*Database question answering*, Section 2.1). Each verdict is stored at once. */
export async function datasetDbqaConfirmAction(
  folder: string,
  io: CliIo,
  setExitCode: SetExitCode,
  given?: Reviewer,
): Promise<void> {
  const journal = openDbqaJournal(folder);
  const reviewer = given ?? terminalReviewer(io);
  const waiting = logsIn(journal.done).filter((log) => log.question()?.by === "nobody");
  const left = await lookOver(
    waiting,
    (log, place) => verdictOn(log, place, io, reviewer),
    (made, { item }) => journal.append({ item, stage: "confirm", made }),
  );
  writeDbqaSet(folder, journal);
  const logs = logsIn(journal.done);
  const by = (who: "person" | "rejected"): number => logs.filter((log) => log.question()?.by === who).length;
  io.err(`${by("person")} confirmed, ${by("rejected")} rejected, ${left} left for later: ${folder}\n`);
  if (dbqaSet(journal).items.length < by("person"))
    io.err("What is confirmed is answered by the command that made the questions: give it again.\n");
  setExitCode(EXIT.answered);
}

async function verdictOn(
  log: ItemLog,
  place: string,
  io: CliIo,
  reviewer: Reviewer,
): Promise<MadeBy<"confirm"> | "later" | "left"> {
  const before = log.question()?.text ?? "";
  const entities = log.made("control")?.entities ?? [];
  let question = before;
  for (;;) {
    const choice = await reviewer.choose(shown(log, question, place), CHOICES);
    if (choice === undefined) return "left";
    if (choice === "later") return choice;
    if (choice === "reject") return { verdict: "rejected", question: before, lost: [] };
    const lost = question === before ? [] : [...lostEntities(question, entities)];
    if (choice === "confirm")
      return { verdict: question === before ? "confirmed" : "edited", question, lost };
    question = (await reviewer.edit("The question", question)) || question;
    const names = visibleText(lostEntities(question, entities).join("; "));
    if (names !== "")
      io.err(
        `${io.colors.yellow("warning:")} The question no longer names: ${names}. Edit it again, or confirm it so.\n`,
      );
  }
}

function shown(log: ItemLog, question: string, place: string): string {
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
  ].join("\n");
}
