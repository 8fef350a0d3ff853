import type { Citation, Figure, LongFormAnswer, ReportText } from "../../trajectory/long-form-answer.ts";

/** What one source of a report says, under the number that its figures carry. */
export interface ReportNote {
  /** From 1, in the order of reading. */
  readonly number: number;
  readonly source: string;
  /** Name of the first query in it. */
  readonly query?: string;
  readonly computed?: number | string | null;
}

/** The sources of a report, each once. Figures without one have no note. */
export class ReportNotes {
  readonly #bySource = new Map<string, ReportNote>();

  constructor(report: LongFormAnswer) {
    for (const text of textsOf(report)) for (const piece of text) if (isFigure(piece)) this.#take(piece);
  }

  #take({ source, computed }: Figure): void {
    if (source === undefined || this.#bySource.has(source)) return;
    const query = /\bq\d+\b/iu.exec(source)?.[0].toUpperCase();
    this.#bySource.set(source, {
      number: this.#bySource.size + 1,
      source,
      ...(query === undefined ? {} : { query }),
      ...(computed === undefined ? {} : { computed }),
    });
  }

  get all(): readonly ReportNote[] {
    return [...this.#bySource.values()];
  }

  of({ source }: Figure): ReportNote | undefined {
    return source === undefined ? undefined : this.#bySource.get(source);
  }
}

export function isFigure(piece: ReportText[number]): piece is Figure {
  return typeof piece === "object" && "shown" in piece;
}

export function isCitation(piece: ReportText[number]): piece is Citation {
  return typeof piece === "object" && "cites" in piece;
}

/** All texts in the order of reading. */
export function textsOf({ summary, findings, notFound }: LongFormAnswer): readonly ReportText[] {
  return [summary, ...findings.map(({ text }) => text), ...notFound];
}

/** Figures that a reader has to be careful with. */
export function doubtfulFigures(report: LongFormAnswer): readonly Figure[] {
  return textsOf(report)
    .flat()
    .filter(isFigure)
    .filter(({ verdict }) => verdict === "corrected" || verdict === "unsupported");
}

/** What a reader is told of such a figure, beside it. */
export function doubtOf({ verdict, written }: Figure): string | undefined {
  if (verdict === "unsupported") return "not verified";
  if (verdict === "corrected") return written === undefined ? "corrected" : `first written as ${written}`;
  return undefined;
}
