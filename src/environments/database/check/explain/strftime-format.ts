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
