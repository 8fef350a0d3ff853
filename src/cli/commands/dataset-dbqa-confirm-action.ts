import type { MadeBy } from "../../evaluation/construction/dbqa/dbqa-entry.ts";
import { openDbqaJournal } from "../../evaluation/construction/dbqa/dbqa-journal.ts";
import { logsIn } from "../../evaluation/construction/dbqa/dbqa-set.ts";
import type { ItemLog } from "../../evaluation/construction/dbqa/item-log.ts";
import { lostEntities } from "../../evaluation/construction/dbqa/still-names.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { type Reviewer, terminalReviewer } from "../terminal-reviewer.ts";
import { writeDbqaSet } from "./write-dbqa-set.ts";

const CHOICES = {
  confirm: "it is clear, and needs several queries",
  edit: "edit it",
  reject: "reject it",
  later: "later",
};
const KEEPING = { again: "edit it again", keep: "keep it all the same" };

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
  let left = waiting.length;
  for (const [at, log] of waiting.entries()) {
    const made = await verdictOn(log, `${at + 1} of ${waiting.length}`, io, reviewer);
    if (made === "left") break;
    if (made === "later") continue;
    journal.append({ item: log.item, stage: "confirm", made });
    left -= 1;
  }
  const { waiting: unanswered } = writeDbqaSet(folder, journal);
  const logs = logsIn(journal.done);
  const by = (who: "person" | "rejected"): number => logs.filter((log) => log.question()?.by === who).length;
  io.err(`${by("person")} confirmed, ${by("rejected")} rejected, ${left} left for later: ${folder}\n`);
  const isOpen = logs.some((log) => {
    const question = log.question();
    return question?.by === "person" && log.made("classify", question.text) === undefined;
  });
  if (isOpen || unanswered.length > 0)
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
  let isEditing = false;
  for (;;) {
    const choice = isEditing ? "edit" : await reviewer.choose(shown(log, question, place), CHOICES);
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
