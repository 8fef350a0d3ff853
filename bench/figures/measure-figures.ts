import { judgePieces } from "../../src/agent/figures/judge-pieces.ts";
import { readReportPieces, sourcesOf } from "../../src/agent/figures/report-pieces.ts";
import { evaluateSource } from "../../src/agent/figures/source.ts";
import { profileTable } from "../../src/agent/figures/tables.ts";
import type { Results } from "./drawn-figure.ts";
import type { MadeFigure } from "./made-figures.ts";

export interface Measured extends MadeFigure {
  readonly problems: readonly string[];
  /** True where the final text marks the figure, or shows the right one in its place. */
  readonly mended: boolean;
  /** The figures of the final text. */
  readonly final: string;
  /** True where it shows the right one, as a right one is written there. */
  readonly righted: boolean;
}

/** Each text judged as a strategy has it judged: once for the writer, once in the end. */
export async function measureFigures(
  made: readonly MadeFigure[],
  tables: Results,
): Promise<readonly Measured[]> {
  const profiles = await Promise.all([...tables].map(([name, table]) => profileTable(name, table)));
  // A run sees no more than the first rows.
  const seen = new Map(
    [...tables].map(([name, { columns, rows }]) => [name, { columns, rows: rows.slice(0, 20) }]),
  );
  return made.map((figure) => {
    const pieces = readReportPieces(figure.text);
    const derived = sourcesOf(pieces).map((source) => evaluateSource(source, tables));
    const context = { derived, question: "How did the cinemas do in 2024?", tables: seen, profiles };
    const { problems } = judgePieces(pieces, { ...context, final: false });
    const { text } = judgePieces(pieces, { ...context, final: true });
    const figures = text.flatMap((part) => (typeof part === "object" && "verdict" in part ? [part] : []));
    const mended = figures.some(({ verdict }) => verdict !== "holds");
    const righted = figures.some(({ verdict, shown }) => verdict === "corrected" && shown === figure.right);
    return {
      ...figure,
      problems,
      mended,
      righted,
      final: figures.map(({ shown, verdict }) => `${shown} (${verdict})`).join(", "),
    };
  });
}
