import type { Compared, ComparedPair, Comparison } from "../comparison.ts";
import { EFFICIENCY } from "../efficiency.ts";
import { countText, EFFICIENCY_NAMES } from "../figure-text.ts";
import { comparisonTables } from "../tables/comparison-tables.ts";
import { comparisonTitle } from "../tables/report-table.ts";
import { changeAxis, drawnPlots, type PlotToDraw } from "./drawn-plots.ts";
import { plainPage } from "./plain-page.ts";

/** Two runs beside each other as one page without network and script, with plots of the paired differences. */
export async function comparisonPage(comparison: Comparison): Promise<string> {
  return plainPage({
    title: comparisonTitle(comparison),
    lead: leadOf(comparison),
    tables: comparisonTables(comparison),
    plots: await comparisonPlots(comparison),
    leftOut: comparison.leftOut,
  });
}

function leadOf({ pairs }: Comparison): string {
  const questions = [...new Set(pairs.map((pair) => pair.questions))].sort((a, b) => a - b);
  const [least = 0, most = least] = [questions[0], questions.at(-1)];
  const many =
    least === most
      ? countText(most, "question")
      : `${least.toLocaleString("en")} to ${countText(most, "question")}`;
  return `Question by question, over the ${many} that both answered: every difference is that of the same questions.`;
}

/** What is drawn of two runs: the paired differences of what is measured, and of what it took, each with its interval and a line at 0. */
export function comparisonPlots(comparison: Comparison) {
  const { measures, pairs } = comparison;
  const shares = measures.filter(({ unit }) => unit === "share");
  const others = measures.filter(({ unit }) => unit !== "share");
  return drawnPlots([
    drawn(comparison, {
      title: "Paired differences of what is measured",
      axis: `Percentage points, ${lessText(comparison)}`,
      rows: shares.map(({ id, name }) => ({ name, compared: pairs.map((pair) => pair.measures[id]) })),
      pointOf: absolute,
    }),
    drawn(comparison, {
      title: "Paired differences of other measures",
      axis: `Per cent of the mean in ${meanOf(comparison)}; ${lessText(comparison)}`,
      rows: others.map(({ id, name }) => ({ name, compared: pairs.map((pair) => pair.measures[id]) })),
      pointOf: relative,
    }),
    drawn(comparison, {
      title: "Paired differences of what a question took",
      axis: `Per cent of the mean in ${meanOf(comparison)}; ${lessText(comparison)}`,
      rows: EFFICIENCY.map((name) => ({
        name: EFFICIENCY_NAMES[name],
        compared: pairs.map((pair) => pair.efficiency[name]),
      })),
      pointOf: relative,
    }),
  ]);
}

interface Drawing {
  readonly title: string;
  readonly axis: string;
  readonly rows: readonly { readonly name: string; readonly compared: readonly (Compared | undefined)[] }[];
  readonly pointOf: (compared: Compared | undefined) => Point | undefined;
}

interface Point {
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

function drawn({ pairs, a, b }: Comparison, { title, axis, rows, pointOf }: Drawing): PlotToDraw {
  const known = rows
    .map(({ name, compared }) => ({ name, points: compared.map(pointOf) }))
    .filter(({ points }) => points.some((point) => point !== undefined));
  const series = pairs.map((pair, place) => ({
    name: nameOf(pair, a === b),
    points: known.flatMap(({ points }, at) => {
      const point = points[place];
      return point === undefined ? [] : [{ at, ...point }];
    }),
  }));
  return { form: "intervals", title, x: changeAxis(axis), rows: known.map(({ name }) => name), series };
}

function absolute(compared: Compared | undefined): Point | undefined {
  if (compared === undefined) return undefined;
  const { difference, low, high } = compared;
  return { value: difference, low, high };
}

/** Nothing is drawn against a mean of 0. */
function relative(compared: Compared | undefined): Point | undefined {
  const point = absolute(compared);
  const mean = compared?.meanA ?? 0;
  if (point === undefined || mean <= 0) return undefined;
  const { value, low = value, high = value } = point;
  return { value: value / mean, low: low / mean, high: high / mean };
}

function nameOf({ a, b }: ComparedPair, isOneRun: boolean): string {
  return a.id === b.id && !isOneRun ? b.id : `${b.id} less ${a.id}`;
}

function lessText({ a, b, pairs }: Comparison): string {
  const [first, ...more] = pairs;
  if (a !== b) return `${b} less ${a}`;
  return first === undefined || more.length > 0 ? "second less first" : `${first.b.id} less ${first.a.id}`;
}

function meanOf({ a, b, pairs }: Comparison): string {
  if (a !== b) return a;
  const [first, ...more] = pairs;
  return first === undefined || more.length > 0 ? "the first" : first.a.id;
}
