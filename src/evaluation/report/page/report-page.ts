import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { ItemRecord } from "../../run/item-record.ts";
import type { Report } from "../report.ts";
import { pageData, scriptJson } from "./page-data.ts";
import { pageHtml } from "./page-html.ts";
import { trajectorySteps } from "./trajectory-steps.ts";

/** A file of a report. */
export interface ReportFile {
  /** Relative to where the report is written, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a page shows beside the report. */
export interface ReportPageOptions {
  /** Events of the run of an item (`ItemRecord.run`); none where its trajectory is not stored any more. */
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
  /** Of the page without `.html`; "report" unless given. Letters, digits, `-`, `_` and `.`. */
  readonly name?: string;
}

/** Results up to which a page holds its trajectories. */
export const MOST_INSIDE = 1000;
/** Trajectories that are longer together stand beside the page. */
const MOST_INSIDE_BYTES = 8_000_000;
/** Of the queries and answers in the list of a page. */
const MOST_BYTES = 10_000_000;
/** Characters of a query or an answer in it. */
const LONGEST = 4000;
const SHORTEST = 100;
/** Trajectories of one file beside the page. */
const PER_FILE = 50;

/**
 * A page that opens from a disk, and shows the report with every answer's trajectory. With up to 1,000 results (and 8 MB of trajectories) they are in the page itself; else
 * in files beside it, which a page cannot `fetch` from a disk and so loads as scripts. The page comes last.
 */
export async function* reportPage(
  report: Report,
  records: readonly ItemRecord[],
  { trajectoryOf, name = "report" }: ReportPageOptions,
): AsyncGenerator<ReportFile> {
  const stepsOf = async ({ run }: ItemRecord): Promise<string> =>
    scriptJson(trajectorySteps(await trajectoryOf(run)));
  const inside = records.length > MOST_INSIDE ? undefined : await withinBound(records, stepsOf);
  const folder = `${name}-trajectories`;
  if (inside === undefined) {
    for (let file = 0; file * PER_FILE < records.length; file++) {
      const steps: string[] = [];
      for (const record of records.slice(file * PER_FILE, (file + 1) * PER_FILE)) {
        steps.push(await stepsOf(record));
      }
      yield { path: `${folder}/${file}.js`, text: `fuxiTrajectories(${file},[${steps.join(",\n")}]);\n` };
    }
  }
  const data = pageData(report, records, {
    perFile: inside === undefined ? PER_FILE : 0,
    files: `${encodeURIComponent(folder)}/`,
    most: longestText(records),
  });
  yield { path: `${name}.html`, text: await pageHtml(report, data, inside ?? []) };
}

/** Queries and answers are cut the shorter, the more and longer they are: a page stays below 20 MB, and their trajectories hold them whole. */
function longestText(records: readonly ItemRecord[]): number {
  const texts = records.flatMap(({ predicted = "", answer = "", remark = "" }) => [
    predicted,
    answer,
    remark,
  ]);
  const golds = new Map(records.map(({ task, gold = "" }) => [task, gold]));
  texts.push(...golds.values());
  let most = LONGEST;
  const bytes = (): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text.slice(0, most)), 0);
  while (most > SHORTEST && bytes() > MOST_BYTES) most = Math.floor(most / 2);
  return most;
}

async function withinBound(
  records: readonly ItemRecord[],
  stepsOf: (record: ItemRecord) => Promise<string>,
): Promise<readonly string[] | undefined> {
  const all: string[] = [];
  let bytes = 0;
  for (const record of records) {
    const steps = await stepsOf(record);
    bytes += Buffer.byteLength(steps);
    if (bytes > MOST_INSIDE_BYTES) return undefined;
    all.push(steps);
  }
  return all;
}
