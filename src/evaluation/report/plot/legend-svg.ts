import { displayWidth, fitWidth } from "../../../util/display-width.ts";
import { escapeMarkup, svgText } from "../../../util/svg-text.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { LETTER, PLOT_COLOURS, PLOT_WIDTH } from "./plot.ts";

const LINE = 18;
const MARK = 10;

export const colourOf = (at: number): string => `s${at % PLOT_COLOURS}`;

/** The names of the series with their colours, in as many lines as they need. */
export function legendSvg(
  names: readonly string[],
  top: number,
): { readonly height: number; readonly content: string } {
  let [x, y] = [0, top];
  const parts = names.map((name, at) => {
    const text = fitWidth(visibleText(name), Math.floor((PLOT_WIDTH - 2 * MARK) / LETTER));
    const width = 2 * MARK + displayWidth(text) * LETTER;
    if (x > 0 && x + width > PLOT_WIDTH) [x, y] = [0, y + LINE];
    const part =
      `<rect class="${colourOf(at)}" x="${x}" y="${y + 4}" width="${MARK}" height="${MARK}" rx="2"/>` +
      svgText(x + MARK + 5, y + 13.5, text, "start", "label");
    x += width + 12;
    return part;
  });
  return { height: names.length === 0 ? 0 : y - top + LINE, content: parts.join("") };
}

/** One drawing, with what it shows in words for whoever does not see it. */
export function plotFrame(title: string, inWords: string, height: number, content: string): string {
  return `<svg class="plot" role="img" aria-label="${escapeMarkup(visibleText(`${title}. ${inWords}`))}" viewBox="0 0 ${PLOT_WIDTH} ${height}" xmlns="http://www.w3.org/2000/svg">
${content}
</svg>`;
}
