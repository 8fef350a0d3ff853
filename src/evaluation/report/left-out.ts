import { visibleText } from "../../util/visible-text.ts";
import type { Manifest } from "../run/manifest.ts";
import { totalOf } from "./counts.ts";
import type { ConfigurationReport } from "./report.ts";

/** What somebody who reads the figures must not overlook. */
export function leftOut(
  { notes, sample, only }: Manifest,
  items: { readonly planned: number; readonly finished: number },
  configurations: readonly ConfigurationReport[],
): readonly string[] {
  const said = [...notes];
  if (only !== undefined)
    said.push(`Only ${counted(only.length, "named task")} of the data were chosen from.`);
  if (sample !== undefined) {
    said.push(
      `A sample of at most ${sample.size.toLocaleString("en")} tasks was drawn with the seed ${sample.seed}.`,
    );
  }
  const open = items.planned - items.finished;
  if (open > 0) {
    said.push(
      `${counted(open, "answer")} of ${items.planned.toLocaleString("en")} ${open === 1 ? "is" : "are"} not there yet and in no figure.`,
    );
  }
  for (const { configuration, unscored, items: count, efficiency } of configurations) {
    const name = visibleText(configuration.id);
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
  return said;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
