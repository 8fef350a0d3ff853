const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Seconds in `30d`, `12h` or `90m`. Undefined if the text is no duration. */
export function secondsIn(text: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d+)([smhdw])$/u.exec(text.trim()) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  return seconds > 0 ? seconds : undefined;
}
