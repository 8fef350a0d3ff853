import { escapeMarkup, round } from "../../util/svg-text.ts";

/** Circle, square, triangle and diamond, of about one area. */
const SHAPES = [
  "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
  "m-3.6,-3.6h7.2v7.2h-7.2z",
  "m0,-5l4.8,8.4h-9.6z",
  "m0,-5.2l5.2,5.2l-5.2,5.2l-5.2,-5.2z",
] as const;

/** A point of the series with this place, whose shape tells it from the others without its colour; `says` shows where it is pointed at. */
export function markSvg(at: number, x: number, y: number, says?: string): string {
  const shape = `<path class="mark s${at}" d="M${round(x)},${round(y)}${SHAPES[at % SHAPES.length]}"`;
  return says === undefined ? `${shape}/>` : `${shape}><title>${escapeMarkup(says)}</title></path>`;
}
