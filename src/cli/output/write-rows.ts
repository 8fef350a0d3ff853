import type { CliIo } from "../cli-io.ts";
import { csv } from "./csv.ts";
import { deliver } from "./deliver.ts";
import { markdownTable } from "./markdown-table.ts";
import type { OutputOptions } from "./output-form.ts";
import type { ResultRows } from "./result-rows.ts";
import { workbook } from "./workbook.ts";

/** Writes the rows alone. False where the form could not hold all of what there is; what is missing is said on stderr. */
export async function writeRows(
  result: ResultRows,
  form: "csv" | "xlsx" | "md",
  options: OutputOptions & { readonly quiet?: boolean },
  io: CliIo,
  losses: readonly string[] = [],
): Promise<boolean> {
  if (form !== "xlsx") {
    await deliver(form === "csv" ? csv(result, options) : markdownTable(result), options.out, io);
    return told(result, result.count, losses, options, io);
  }
  const made = await workbook(result);
  await deliver([made.content], options.out, io);
  return told(result, made.rows, [...losses, ...made.losses], options, io);
}

/** What was written, and what was not. */
export function told(
  { count, total }: Pick<ResultRows, "count" | "total">,
  written: number,
  losses: readonly string[],
  { out, quiet }: { readonly out?: string; readonly quiet?: boolean },
  io: CliIo,
): boolean {
  const missing = [
    ...(count < total
      ? [
          `The result has ${number(total)} rows, of which these are the first ${number(count)}: no more were kept or wanted. For all, narrow it, or run its query where they fit.`,
        ]
      : []),
    ...losses,
  ];
  if (out !== undefined && out !== "-" && (quiet !== true || missing.length > 0)) {
    const rows =
      written < total
        ? `${number(written)} of ${number(total)} rows`
        : `${number(written)} ${written === 1 ? "row" : "rows"}`;
    io.err(`${io.colors.dim(`Wrote ${rows} to ${out}`)}\n`);
  }
  for (const each of missing) io.err(`${io.colors.yellow("warning:")} ${each}\n`);
  return missing.length === 0;
}

function number(value: number): string {
  return value.toLocaleString("en");
}
