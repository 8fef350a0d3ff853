import { extname } from "node:path";
import { Command } from "commander";
import { strategiesThatGive, whatGives } from "../../config/strategies.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { formOf, noRows } from "../output/output-form.ts";
import { addQuestionOptions, type QuestionOptions, runQuestion } from "../run-question.ts";

/** Like `ask`, with a strategy that writes a report, and a report's output forms. */
export function reportCommand(io: CliIo, setExitCode: SetExitCode): Command {
  const command = addQuestionOptions(
    new Command("report").description(
      "write a short report on a question, each figure with the query it is from (--out report.html, report.md)",
    ),
    "sequential",
  ).action(async (words: string[], options: QuestionOptions) => {
    check(options);
    setExitCode(await runQuestion("report", words, options, io));
  });
  for (const option of command.options) {
    if (["--bom", "--safe-cells"].includes(option.long ?? "")) option.hideHelp();
    if (option.long === "--model")
      option.description = "language model that plans and writes (env FUXI_MODEL)";
    if (option.long === "--strategy") option.description = `how it is made: ${REPORT_STRATEGIES.join(", ")}`;
    if (option.long === "--output")
      option.description = "text, json, md or html (default: what --out ends in, else text)";
  }
  return command;
}

const REPORT_STRATEGIES = strategiesThatGive("report");
const ENDINGS: readonly string[] = [".html", ".htm", ".md", ".json", ".txt"];

function check(options: QuestionOptions): void {
  const { strategy } = options;
  if (whatGives(strategy) !== "report") {
    const near = nearestNames(strategy, REPORT_STRATEGIES, { limit: 1 })[0];
    if (near !== undefined)
      throw new FuxiError("usage", `There is no strategy "${strategy}" for reports.`, {
        hint: `Did you mean ${near.name}?`,
      });
    throw new FuxiError("usage", `The strategy ${strategy} writes no report.`, {
      hint: `Use one of ${REPORT_STRATEGIES.join(", ")}, or fuxi ask --strategy ${strategy}.`,
    });
  }
  const form = formOf(options);
  if (form === "csv" || form === "xlsx") throw noRows(form);
  const { output, json, out } = options;
  const ending = out === undefined ? "" : extname(out).toLowerCase();
  if (output === undefined && json !== true && ending !== "" && !ENDINGS.includes(ending)) {
    throw new FuxiError("usage", `A report is not written as ${ending}.`, {
      hint: "Let the file end in .html, .md, .json or .txt, or name the form with --output.",
    });
  }
}
