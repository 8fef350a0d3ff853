import { displayWidth, fitWidth } from "../../util/display-width.ts";
import { visibleText } from "../../util/visible-text.ts";

/** `text`: the value, shown at the end of the bar. */
export interface BarRow {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** One line for each row, at most `width` columns. Bars are horizontal, so that labels are readable. Negative ones extend to the left. */
export function barsText(rows: readonly BarRow[], width: number): readonly string[] {
  const labels = rows.map(({ label }) => fitWidth(visibleText(label), Math.floor(width * 0.4)));
  const labelWidth = Math.max(...labels.map(displayWidth));
  const numberWidth = Math.max(...rows.map(({ text }) => text.length));
  const room = width - labelWidth - numberWidth - 3;
  const most = Math.max(0, ...rows.map(({ value }) => value));
  const least = Math.min(0, ...rows.map(({ value }) => value));
  const unit = most - least === 0 ? 0 : room / (most - least);
  const below = Math.min(room, Math.ceil(-least * unit));
  return rows.map(({ value, text }, at) => {
    const label = labels[at] ?? "";
    const head = `${label}${" ".repeat(labelWidth - displayWidth(label))}  `;
    const left = value < 0 ? leftBar(-value * unit, below) : " ".repeat(below);
    const bar = value > 0 ? rightBar(value * unit, room - below) : "";
    return `${head}${left}${bar}${bar === "" ? "" : " "}${text}`;
  });
}

/** Draws at least an eighth of a block, so that small values are visible. */
function rightBar(length: number, room: number): string {
  const eighths = Math.min(room * 8, Math.max(1, Math.round(length * 8)));
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`;
}

function leftBar(length: number, room: number): string {
  const halves = Math.min(room * 2, Math.max(1, Math.round(length * 2)));
  return (
    `${halves % 2 === 1 ? "▐" : ""}${"█".repeat(Math.floor(halves / 2))}`.padStart(room) +
    (room > 0 ? " " : "")
  );
}
