const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `12.3 MB`, in steps of a thousand. */
export function shownBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
