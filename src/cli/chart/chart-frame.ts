import { escapeMarkup } from "../../util/svg-text.ts";
import { visibleText } from "../../util/visible-text.ts";

export interface ChartFrame {
  /** Keeps several on one page apart. */
  readonly id: string;
  readonly title: string;
  readonly inWords: string;
  readonly width: number;
  readonly height: number;
  readonly content: string;
  readonly kind?: string;
}

/** One SVG element with a title and a description in words; it is scaled to the page. */
export function chartFrame({ id, title, inWords, width, height, content, kind }: ChartFrame): string {
  return `<svg${kind === undefined ? "" : ` class="${kind}"`} role="img" aria-labelledby="${id}-title ${id}-text" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">
<title id="${id}-title">${escapeMarkup(visibleText(title))}</title>
<desc id="${id}-text">${escapeMarkup(visibleText(inWords))}</desc>
${content}
</svg>`;
}
