const NUMBER =
  /^[+\-−(]?\s?[€$£¥₹]?\s?[+\-−]?(?:\d[\d.,'’\u00a0\u202f ]*|\.\d+)(?:[eE][+-]?\d+)?\s?[€$£¥₹%]?\)?$/u;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ].*)?$/u;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?/u;
const BOOLEAN = /^(?:true|false)$/iu;
const ADDRESS = /^(?:https?:\/\/|[^\s@]+@[^\s@]+\.[a-z]{2,}$)/iu;

/** Whether a text can only be a cell, never a column's name: a number, a date, an address. */
export function looksLikeValue(text: string): boolean {
  const trimmed = text.trim();
  return [NUMBER, DATE, TIME, BOOLEAN, ADDRESS].some((form) => form.test(trimmed));
}

/** Whether a text is a number, with any digit grouping. */
export function looksLikeNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}
