import { Command } from "commander";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { addQuestionOptions, type QuestionOptions, runQuestion } from "../run-question.ts";

export function askCommand(io: CliIo, setExitCode: SetExitCode): Command {
  return addQuestionOptions(
    new Command("ask").description(
      "answer a question about one or several targets, with a live trace and the evidence",
    ),
  ).action(async (words: string[], options: QuestionOptions) => {
    setExitCode(await runQuestion("ask", words, options, io));
  });
}
