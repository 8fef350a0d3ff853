import type { Check } from "../../config/doctor/check.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";

const NAME_WIDTH = 13;

/** One line for a check, and below it how to mend what it found. */
export function checkText(
  { name, state, text, mend, seconds }: Check,
  { colors }: Pick<CliIo, "colors">,
): string {
  const mark =
    state === "ok" ? colors.green("✓") : state === "warning" ? colors.yellow("!") : colors.red("✗");
  const took = seconds >= 0.05 ? colors.dim(` ${seconds.toFixed(1)} s`) : "";
  const line = `  ${mark} ${name.padEnd(NAME_WIDTH)} ${visibleText(text)}${took}`;
  if (mend === undefined || state === "ok") return line;
  const indent = " ".repeat(NAME_WIDTH + 5);
  const lines = mend.split("\n").map((each) => `${indent}${colors.cyan(visibleText(each))}`);
  return [line, ...lines].join("\n");
}

/** The last line: how many of each there are. */
export function verdictText(checks: readonly Check[]): string {
  const count = (wanted: Check["state"]): number => checks.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count("fault"), count("warning")];
  const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
  if (faults > 0)
    return `${plural(faults, "fault")}, ${plural(warnings, "warning")}: see what is marked ✗ first.`;
  return warnings > 0 ? `No faults, ${plural(warnings, "warning")}.` : "All is well.";
}
