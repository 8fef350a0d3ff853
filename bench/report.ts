import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildReport } from "../src/evaluation/report/build-report.ts";
import { reportPage } from "../src/evaluation/report/page/report-page.ts";
import { chromiumIsMissing, startChromium } from "../test/support/chromium.ts";
import { madeUpResults } from "./report/made-up-results.ts";

/**
 * A report's page of 10,000 made-up results in Chromium, opened from the disk: how large it is, when something is seen, how long a filter and a trajectory take.
 * `node bench/report.ts [--results N] [--out folder]`; `--out` keeps the page, and screenshots of it.
 */
const { values } = parseArgs({
  options: { results: { type: "string", default: "10000" }, out: { type: "string" } },
});
const folder = values.out ?? mkdtempSync(join(tmpdir(), "fuxi-report-"));
const line = (name: string, text: string): void => console.log(`${name.padEnd(34)} ${text}`);
const ms = (value: number): string => `${Math.round(value)} ms`;

const { manifest, measures, records, trajectoryOf } = madeUpResults(Number(values.results));
const since = performance.now();
const report = buildReport(manifest, records, { id: "made-up", measures });
line("report built", `${ms(performance.now() - since)} for ${records.length.toLocaleString("en")} results`);
let [files, beside] = [0, 0];
const written = performance.now();
for await (const { path, text } of reportPage(report, records, { trajectoryOf })) {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  if (path !== "report.html") [files, beside] = [files + 1, beside + statSync(target).size];
}
const page = join(folder, "report.html");
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
line(
  "page written",
  `${ms(performance.now() - written)}, ${megabytes(statSync(page).size)}, and ${files} files of ${megabytes(beside)} beside it`,
);

const missing = chromiumIsMissing();
if (missing !== undefined) console.log(missing);
else await measure();
if (values.out === undefined) rmSync(folder, { recursive: true });

async function measure(): Promise<void> {
  await using browser = await startChromium();
  const view = await browser.page({ width: 1280, height: 900 });
  const paints: number[] = [];
  for (let time = 0; time < 3; time++) {
    await view.open(pathToFileURL(page).href);
    await view.until(`performance.getEntriesByName("first-contentful-paint").length > 0`);
    paints.push(
      await view.evaluate<number>(`performance.getEntriesByName("first-contentful-paint")[0].startTime`),
    );
  }
  line("first paint", paints.map(ms).join(", "));
  line(
    "loaded",
    ms(await view.evaluate<number>(`performance.timing.loadEventEnd - performance.timing.navigationStart`)),
  );
  // From the input to the frame after the one that it is drawn in.
  const timed = (change: string): Promise<number> =>
    view.evaluate<number>(`new Promise((resolve) => { const since = performance.now(); ${change};
      document.getElementById("filters").dispatchEvent(new Event("input", { bubbles: true }));
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - since))); })`);
  const count = (): Promise<string> => view.evaluate<string>(`document.getElementById("count").textContent`);
  for (const word of ["studios 1987", "s", "limit 2", ""]) {
    line(
      `search for "${word}"`,
      `${ms(await timed(`document.querySelector("#filters input").value = ${JSON.stringify(word)}`))}, ${await count()}`,
    );
  }
  const selects = await view.evaluate<number>(`document.querySelectorAll("#filters select").length`);
  for (let at = 0; at < selects; at++) {
    const select = `document.querySelectorAll("#filters select")[${at}]`;
    const name = await view.evaluate<string>(`${select}.closest("label").textContent.slice(0, 12)`);
    line(`choose ${name}`, `${ms(await timed(`${select}.selectedIndex = 1`))}, ${await count()}`);
    await timed(`${select}.selectedIndex = 0`);
  }
  line(
    "trajectory opened",
    ms(
      await view.evaluate<number>(`new Promise((resolve) => { const since = performance.now(); document.querySelectorAll("#list button")[60].click();
        const look = () => document.querySelector("#conversation .turn") ? resolve(performance.now() - since) : setTimeout(look, 1); look(); })`),
    ),
  );
  line("asked of the network", String(view.requests.filter((url) => !url.startsWith("file:")).length));
  line("complaints", view.complaints.length === 0 ? "none" : view.complaints.join("; "));
  if (values.out === undefined) return;
  for (const [name, look] of Object.entries({
    light: { width: 1280, height: 900 },
    dark: { width: 1280, height: 900, dark: true },
    phone: { width: 390, height: 844, phone: true },
  })) {
    const each = await browser.page(look);
    await each.open(pathToFileURL(page).href);
    writeFileSync(join(folder, `${name}.png`), await each.screenshot());
    await each.evaluate(`document.getElementById("answers").scrollIntoView()`);
    writeFileSync(join(folder, `${name}-answers.png`), await each.screenshot());
    await each.evaluate(`document.getElementById("plots").scrollIntoView()`);
    writeFileSync(join(folder, `${name}-plots.png`), await each.screenshot());
    await each.evaluate(`document.querySelectorAll("#list button")[8].click()`);
    await each.until(`document.querySelector("#conversation .turn")`);
    writeFileSync(join(folder, `${name}-trajectory.png`), await each.screenshot());
    await each.evaluate(`document.getElementById("conversation").scrollIntoView()`);
    writeFileSync(join(folder, `${name}-conversation.png`), await each.screenshot());
  }
}
