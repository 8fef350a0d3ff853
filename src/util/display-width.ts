const graphemes = new Intl.Segmenter();
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u;
const NARROW = /^[\u0020-\u1099\u1160-\u200a]*$/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Terminal columns of the text: East Asian wide characters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  if (NARROW.test(text) && !/\p{Mn}/u.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

/** The text in at most this many columns, with `…` if it was cut. */
export function fitWidth(text: string, most: number): string {
  if (displayWidth(text) <= most) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > most - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function widthOf(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return NO_WIDTH.test(grapheme) ? 0 : 1;
}
