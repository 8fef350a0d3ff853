import type { Configuration } from "../../run/configuration.ts";
import { EFFICIENCY_NAMES, efficiencyText, measureText } from "../figure-text.ts";
import type { Compared, ComparedPair, Comparison } from "../report.ts";
import { EFFICIENCY } from "../report.ts";
import { figures, type ReportTable, settingText, words } from "./report-table.ts";

/** Name of the column that says how far the sign of a difference is in doubt. */
export const DOUBT = "Doubt";
export const DOUBT_NOTE =
  '"Doubt" is how far the sign of the difference is in doubt: twice the share of resamples that show no difference or the other sign, from 0 to 1. Below 0.05 the interval leaves out zero. It is read like a p-value, and is not one: the resamples are drawn around the difference that was found.';

/** One table for each pair of configurations. */
export function comparisonTables({ a, b, measures, pairs, statistics }: Comparison): readonly ReportTable[] {
  const nameOf = (pair: ComparedPair, which: "a" | "b"): string =>
    a === b ? pair[which].id : which === "a" ? a : b;
  return pairs.map((pair) => ({
    title: a === b ? `${pair.b.id} beside ${pair.a.id}` : `${pair.b.id} of ${b} beside ${pair.a.id} of ${a}`,
    note: `${settingsNote(pair, nameOf(pair, "a"), nameOf(pair, "b"))}Differences are ${nameOf(pair, "b")} less ${nameOf(pair, "a")}, with ${statistics.confidence * 100} % intervals (paired bootstrap, ${statistics.resamples.toLocaleString("en")} resamples, seed ${statistics.seed}). ${DOUBT_NOTE}`,
    columns: [
      words("Measure"),
      ...[
        "Questions",
        nameOf(pair, "a"),
        nameOf(pair, "b"),
        "Difference",
        `more in ${nameOf(pair, "b")}`,
        `more in ${nameOf(pair, "a")}`,
        "equal",
        DOUBT,
      ].map(figures),
    ],
    rows: [
      ...comparedRows(measures, pair),
      ...EFFICIENCY.filter((name) => name !== "cost").flatMap((name) =>
        row(EFFICIENCY_NAMES[name], known(pair.efficiency[name]), (value) => efficiencyText(name, value, "")),
      ),
      ...row("Cost", known(pair.efficiency.cost), (value) => (value === 0 ? "0" : value.toPrecision(3))),
    ],
  }));
}

/** Two that are called the same may be an oracle and a model. */
function settingsNote({ a, b }: ComparedPair, nameA: string, nameB: string): string {
  const [ofA, ofB] = [settings(a), settings(b)];
  const differ = [...new Set([...Object.keys(ofA), ...Object.keys(ofB)])].filter(
    (name) => name !== "id" && settingText(ofA[name]) !== settingText(ofB[name]),
  );
  if (differ.length === 0) return "";
  const told = differ.map(
    (name) => `${name} (${settingText(ofA[name])} in ${nameA}, ${settingText(ofB[name])} in ${nameB})`,
  );
  return `Settings that differ: ${told.join("; ")}. `;
}

const settings = (configuration: Configuration): Readonly<Record<string, unknown>> => ({ ...configuration });

/** Tokens and cost where no model was asked, of which there is nothing to compare. */
function known(compared: Compared | undefined): Compared | undefined {
  return compared?.meanA === 0 && compared.meanB === 0 ? undefined : compared;
}

/** One row for each measure that both have: name, questions, both means, the difference, more, fewer, equal, doubt. */
export function comparedRows(
  measures: Comparison["measures"],
  pair: Pick<ComparedPair, "measures">,
): readonly (readonly string[])[] {
  return measures.flatMap(({ id, name, unit }) =>
    row(name, pair.measures[id], (value) => measureText(unit, value)),
  );
}

function row(
  name: string,
  compared: Compared | undefined,
  text: (value: number) => string,
): readonly (readonly string[])[] {
  if (compared === undefined) return [];
  const { n, meanA, meanB, difference, low, high, wins, losses, ties, share } = compared;
  const signed = (value: number): string =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${text(Math.abs(value))}`;
  return [
    [
      name,
      n.toLocaleString("en"),
      text(meanA),
      text(meanB),
      `${signed(difference)} (${signed(low)} to ${signed(high)})`,
      ...[wins, losses, ties].map((count) => count.toLocaleString("en")),
      share < 0.001 ? "< 0.001" : share.toFixed(3),
    ],
  ];
}
