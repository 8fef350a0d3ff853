import { visibleText } from "../../util/visible-text.ts";
import { isSameFamily } from "../judges/judge-model.ts";
import type { Manifest } from "../run/manifest.ts";
import { tokensOf } from "../run/price.ts";
import { totalOf } from "./counts.ts";
import type { ConfigurationReport } from "./report.ts";

/** What somebody who reads the figures must not overlook. */
export function leftOut(
  { notes, sample, only, tasks }: Manifest,
  items: { readonly planned: number; readonly finished: number },
  configurations: readonly ConfigurationReport[],
): readonly string[] {
  const said = [...notes];
  if (only !== undefined)
    said.push(
      `Only ${counted(only.length, "question")}, which ${only.length === 1 ? "was" : "were"} named, ${only.length === 1 ? "is" : "are"} asked.`,
    );
  if (sample !== undefined) said.push(drawn(sample, tasks));
  if (configurations.some(({ configuration }) => configuration.decider === "oracle"))
    said.push(
      "The oracle takes the benchmark's gold through the tools: its figures show what the tools can express, and nothing about a model.",
    );
  const open = items.planned - items.finished;
  if (open > 0) {
    said.push(
      `${counted(open, "answer")} of ${items.planned.toLocaleString("en")} ${open === 1 ? "is" : "are"} not there yet and in no figure.`,
    );
  }
  for (const { configuration, reasons, unscored, items: count, efficiency } of configurations) {
    const name = visibleText(configuration.id);
    const unread = configuration.decider === "built-in" ? (reasons["model-not-configured"] ?? 0) : 0;
    if (unread > 0) {
      said.push(
        `${name}: ${counted(unread, "question")} of ${count.toLocaleString("en")} ${unread === 1 ? "is" : "are"} about what the built-in rules cannot read (an API); ${unread === 1 ? "it failed, and counts" : "they failed, and count"} as not right.`,
      );
    }
    const missing = totalOf(unscored);
    if (missing > 0) {
      const why = Object.entries(unscored).map(([code, times]) => `${code} ${times.toLocaleString("en")}`);
      said.push(
        `${name}: ${counted(missing, "answer")} of ${count.toLocaleString("en")} could not be scored and ${missing === 1 ? "is" : "are"} in no mean (${why.join(", ")}).`,
      );
    }
    if (count > 0 && efficiency.cost.mean === undefined) {
      said.push(
        `${name}: what it cost is unknown, since ${configuration.model === undefined ? "no price" : `no price of ${visibleText(configuration.model)}`} or not all tokens are known.`,
      );
    }
  }
  said.push(...configurations.flatMap(saidOfJudging));
  return said;
}

function drawn({ size, seed }: NonNullable<Manifest["sample"]>, tasks: number): string {
  if (tasks < size)
    return `A sample of ${counted(size, "question")} was asked for, and there are no more than ${tasks.toLocaleString("en")}.`;
  return `A sample of ${counted(tasks, "question")} was drawn with the seed ${seed}.`;
}

function saidOfJudging({ configuration, judging }: ConfigurationReport): readonly string[] {
  if (judging === undefined) return [];
  const { by, answers, withoutVerdict, usage } = judging;
  const name = visibleText(configuration.id);
  const judges = visibleText(by.join(", "));
  const tokens =
    usage.inputTokens === undefined && usage.outputTokens === undefined
      ? "tokens that it did not tell"
      : counted(tokensOf(usage), "token");
  const kin = by.filter(
    (judge) => configuration.model !== undefined && isSameFamily(judge, configuration.model),
  );
  return [
    `${name}: ${counted(answers, "answer")} ${answers === 1 ? "was" : "were"} judged by ${judges} with ${counted(usage.calls, "call")} and ${tokens}, which are in no other figure.`,
    ...(withoutVerdict === 0
      ? []
      : [
          `${name}: ${counted(withoutVerdict, "answer")} of ${answers.toLocaleString("en")} ${withoutVerdict === 1 ? "has" : "have"} no verdict, and ${withoutVerdict === 1 ? "is" : "are"} in no mean of what the judge measures.`,
        ]),
    ...(kin.length === 0
      ? []
      : [
          `${name}: ${visibleText(kin.join(", "))} is of the family of ${visibleText(configuration.model ?? "")}, and may favour its answers.`,
        ]),
  ];
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
