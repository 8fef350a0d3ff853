import { dayOf } from "../calendar.ts";

/** The records run over two years; `snapshot` is the day the database was written. */
export const firstDay = dayOf(2024, 1, 1);
export const snapshot = dayOf(2025, 12, 31);
/** Screenings are planned this far ahead. */
export const lastPlannedDay = dayOf(2026, 1, 14);
