const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of a date of the Gregorian calendar. */
export function dayOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

/** Days since 1970-01-01 of a `YYYY-MM-DD` date. */
export function dayOfIso(iso: string): number {
  return Math.round(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

/** `YYYY-MM-DD` */
export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** `DD/MM/YYYY` */
export function slashDate(day: number): string {
  const [year, month, date] = isoDate(day).split("-");
  return `${date}/${month}/${year}`;
}

/** 0 is Sunday, 6 is Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function monthOf(day: number): number {
  return Number(isoDate(day).slice(5, 7));
}

/** `HH:MM` of minutes after midnight; also used for durations. */
export function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
