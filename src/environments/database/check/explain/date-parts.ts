/** strftime codes of the parts of a date that functions of other dialects are asked for. */
const CODES: Readonly<Record<string, string>> = {
  year: "%Y",
  years: "%Y",
  yyyy: "%Y",
  yy: "%Y",
  month: "%m",
  months: "%m",
  mm: "%m",
  day: "%d",
  days: "%d",
  dd: "%d",
  hour: "%H",
  minute: "%M",
  second: "%S",
  week: "%W",
  doy: "%j",
  dow: "%w",
};

export function datePartCode(part: string): string | undefined {
  return CODES[part.toLowerCase().replace(/['"]/gu, "")];
}

/** A format text of MySQL (`%Y-%m`), Oracle and PostgreSQL (`YYYY-MM`) or SQL Server (`yyyy-MM`) in strftime's codes. */
export function strftimeFormat(format: string): string {
  if (format.includes("%"))
    return format.replace(/%i/gu, "%M").replace(/%s/gu, "%S").replace(/%T/gu, "%H:%M:%S");
  return format
    .replace(/YYYY|yyyy/gu, "%Y")
    .replace(/HH24|HH12|HH|hh/gu, "%H")
    .replace(/MI|(?<=%H.?)mm/gu, "%M")
    .replace(/MM/gu, "%m")
    .replace(/DD|dd/gu, "%d")
    .replace(/SS|ss/gu, "%S");
}
