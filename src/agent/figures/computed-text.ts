import type { Derived } from "../../trajectory/long-form-answer.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";

/** What was computed, in a line: "read Q1, Q2: 14 rows; computed 3 figures, 1 without a value". */
export function computedText({
  profiles,
  derived,
}: Pick<Extract<RunEvent, { type: "results-computed" }>, "profiles" | "derived">): string {
  const rows = profiles.reduce((sum, { total }) => sum + total, 0);
  const names = profiles.map(({ name }) => name).join(", ");
  const without = derived.filter(({ problem }) => problem !== undefined).length;
  const parts = [
    ...(profiles.length === 0 ? [] : [`read ${names}: ${counted(rows, "row")}`]),
    ...(derived.length === 0
      ? []
      : [
          `computed ${counted(derived.length, "figure")}${without === 0 ? "" : `, ${without} without a value`}`,
        ]),
  ];
  return parts.length === 0 ? "computed nothing" : parts.join("; ");
}

/** A source with what it comes to. */
export function derivedText({ source, value, percent, problem }: Derived): string {
  if (problem !== undefined) return `${source}: ${problem}`;
  return `${source} = ${value === null ? "NULL" : value}${percent === true ? " %" : ""}`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
