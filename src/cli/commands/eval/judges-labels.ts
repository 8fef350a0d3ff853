import { readFile } from "node:fs/promises";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { humanLabels } from "../../../evaluation/judges/human-labels.ts";
import { readCsv } from "../../../util/read-csv.ts";

/** People's verdicts of a CSV file. @throws FuxiError `target-not-found`, `data-invalid` where columns are missing */
export async function judgesLabels(path: string) {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new FuxiError("target-not-found", `The labels in ${path} cannot be read.`, {
      cause,
      hint: "Name a CSV file with the columns task, sub-task and verdict.",
    });
  });
  const rows = text.split(/\r\n|\r|\n/u).flatMap((each, at) => {
    const [cells] = readCsv(each);
    return cells === undefined ? [] : [{ line: at + 1, cells }];
  });
  const { missing, ...read } = humanLabels(rows);
  if (missing.length === 0) return read;
  throw new FuxiError("data-invalid", `The labels in ${path} have no column ${missing.join(", ")}.`, {
    hint: "The first line names the columns: task,sub-task,verdict, and configuration where a run has several.",
  });
}
