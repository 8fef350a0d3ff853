const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it may stand in HTML and SVG, in an attribute, too. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

/** One line of text in a drawing. */
export function svgText(
  x: number,
  y: number,
  text: string,
  anchor: "start" | "middle" | "end",
  kind = "tick",
): string {
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeMarkup(text)}</text>`;
}

export function svgLine(x1: number, y1: number, x2: number, y2: number, kind: "axis" | "grid"): string {
  return `<line class="${kind}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
