import type { AnswerTable } from "../../environment/answer.ts";
import type { Outcome, StopReason } from "../../trajectory/outcome.ts";
import { visibleLines } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";
import { asOfText } from "./as-of-text.ts";
import { callsText } from "./calls-text.ts";
import { renderQuestion } from "./question-text.ts";
import { renderTable } from "./table.ts";

/** The outcome as a person reads it: the answer first, with its chart where there is one, then what it rests on. */
export function renderOutcome(outcome: Outcome, runId: string, io: CliIo, chart?: string): string {
  const { colors } = io;
  switch (outcome.type) {
    case "answered": {
      const { answer, evidence, assumptions } = outcome;
      const asOf = asOfText(evidence);
      const table =
        answer.rows !== undefined && answer.rows.total * answer.rows.columns.length > 1
          ? answer.rows
          : undefined;
      const sections = [
        table === undefined
          ? colors.bold(visibleLines(answer.text))
          : `${heading(answer.text, table, io)}${renderTable(table)}`,
        ...(chart === undefined ? [] : [chart]),
        ...(assumptions.length === 0
          ? []
          : [assumptions.map((text) => `Assumed: ${visibleLines(text)}`).join("\n")]),
        ...evidence.flatMap((each) =>
          [
            each.sql,
            each.sentence,
            each.program,
            each.sparql,
            each.calls && callsText(each, io.width),
          ].flatMap((text) => (text === undefined || text === "" ? [] : [colors.dim(visibleLines(text))])),
        ),
        ...(asOf === undefined ? [] : [colors.dim(asOf)]),
      ];
      return sections.join("\n\n");
    }
    case "needs-clarification":
      return renderQuestion(outcome.clarification, runId, io);
    case "unanswerable": {
      const words = outcome.words.length === 0 ? "" : `\nNot understood: ${outcome.words.join(", ")}`;
      return `${colors.yellow("No answer:")} ${outcome.reason}${words}`;
    }
    case "stopped":
      return `${colors.yellow("Stopped:")} ${outcome.message}\nGo on with: fuxi resume ${runId}${higherLimit(outcome.reason)}`;
    case "failed":
      return `${colors.red("Failed:")} ${sentence(outcome.message)}${outcome.hint === undefined ? "" : ` ${outcome.hint}`}\nThen go on with: fuxi resume ${runId}`;
  }
}

/** The flag without which the run would stop at the same limit again. */
function higherLimit(reason: StopReason): string {
  const flag: Partial<Record<StopReason, string>> = {
    steps: "--max-steps",
    tokens: "--max-tokens",
    time: "--timeout",
  };
  return flag[reason] === undefined ? "" : ` ${flag[reason]} <more>`;
}

/** What a provider said may end without a point. */
function sentence(message: string): string {
  const text = message.trim().replace(/:$/u, "");
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}

/** A single column is listed by the table below; the text would say it a second time. */
function heading(text: string, table: AnswerTable, { colors }: CliIo): string {
  return table.columns.length === 1 ? "" : `${colors.bold(visibleLines(text))}\n\n`;
}
