import { basename } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { BuildOptions } from "./build-options.ts";
import { dataFileName } from "./data-file.ts";
import type { TableReport } from "./load-report.ts";
import { ask } from "./loader.ts";
import { quotedName, quotedText } from "./quote-sql.ts";

/** Views over Parquet files, which are read where they are: one for each file, or one for all of a group. */
export async function createParquetView(
  { loader, database }: BuildOptions,
  files: readonly string[],
  { label, nameFor }: { readonly label: string | undefined; readonly nameFor: (wanted: string) => string },
): Promise<readonly TableReport[]> {
  const parts = label === undefined || files.length === 1 ? files.map((file) => [file]) : [files];
  const reports: TableReport[] = [];
  for (const part of parts) {
    const [first = ""] = part;
    const table = nameFor(part.length > 1 ? (label ?? "") : dataFileName(first));
    const target = `${quotedName(database)}.main.${quotedName(table)}`;
    const source = part.length > 1 ? `${part.length} files (${basename(first)}, …)` : basename(first);
    const several = part.length > 1 ? ", union_by_name = true, filename = true" : "";
    const read = `read_parquet([${part.map(quotedText).join(", ")}]${several})`;
    try {
      const cells = part.length > 1 ? "* REPLACE (parse_filename(filename) AS filename)" : "*";
      await ask(loader, `CREATE VIEW ${target} AS SELECT ${cells} FROM ${read}`);
      const columns = await ask(loader, `DESCRIBE SELECT * FROM ${target}`);
      await ask(loader, `COMMENT ON VIEW ${target} IS ${quotedText(`from ${source}, Parquet`)}`);
      const [[rows = 0] = []] = await ask(loader, `SELECT count(*) FROM ${target}`);
      reports.push({
        table,
        source,
        rows: Number(rows),
        columns: columns.length,
        reading: ["Parquet, read where it is"],
        doubts: [],
      });
    } catch (cause) {
      if (FuxiError.isInstance(cause)) throw cause;
      const [line = ""] = String((cause as { message?: unknown }).message ?? cause).split("\n");
      const said = part.reduce((text, file) => text.replaceAll(file, basename(file)), line);
      throw new FuxiError("target-corrupt", `${source} cannot be read as Parquet: ${said.slice(0, 300)}`, {
        hint: "Check that the file is whole.",
        cause,
      });
    }
  }
  return reports;
}
