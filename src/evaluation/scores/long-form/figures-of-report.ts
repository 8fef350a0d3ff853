import {
  FIGURE_VERDICTS,
  type FigureVerdict,
  type LongFormAnswer,
} from "../../../trajectory/long-form-answer.ts";

/** How many figures of a report have each verdict. */
export function figuresOfReport({
  summary,
  findings,
  notFound,
}: LongFormAnswer): Readonly<Record<FigureVerdict, number>> {
  const texts = [summary, ...findings.map(({ text }) => text), ...notFound];
  const figures = texts
    .flat()
    .filter((piece) => typeof piece !== "string")
    .filter((piece) => "verdict" in piece);
  const countOf = (verdict: FigureVerdict): number =>
    figures.filter((figure) => figure.verdict === verdict).length;
  const [holds, filled, corrected, unsupported] = FIGURE_VERDICTS;
  return {
    [holds]: countOf(holds),
    [filled]: countOf(filled),
    [corrected]: countOf(corrected),
    [unsupported]: countOf(unsupported),
  };
}
