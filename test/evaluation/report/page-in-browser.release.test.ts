import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Measure } from "../../../src/evaluation/benchmark/benchmark.ts";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { reportPage } from "../../../src/evaluation/report/page/report-page.ts";
import type { ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";

import { LONG_FORM_MEASURES } from "../../../src/evaluation/scores/long-form/score-long-form.ts";
import { startScriptedOpenAiServer } from "../../../src/testing/scripted-openai-server.ts";
import type { RunEvent } from "../../../src/trajectory/run-event.ts";
import {
  type Chromium,
  type ChromiumPage,
  chromiumIsMissing,
  startChromium,
} from "../../support/chromium.ts";
import { EVALUATOR, evaluateThings } from "../../support/evaluating-process.ts";
import { storesAt } from "../../support/stores-at.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { thingsManifest, thingsReply, thingsSet, writeThings } from "../../support/things-set.ts";
import { HOSTILE, hostileRecord } from "./hostile-text.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const missing = chromiumIsMissing();
const folder = temporaryFolder();
let browser: Chromium;
beforeAll(async () => {
  if (missing === undefined) browser = await startChromium();
});
afterAll(async () => {
  if (missing === undefined) await browser[Symbol.asyncDispose]();
});

async function write(
  name: string,
  records: readonly ItemRecord[],
  run: Manifest,
  trajectoryOf: (run: string) => Promise<readonly RunEvent[]> = async () => [],
  measures: readonly Measure[] = MEASURES,
): Promise<string> {
  const report = buildReport(run, records, { id: name, measures });
  await writeFile(join(folder, `${name}.html`), await reportPage(report, records, { trajectoryOf }));
  return pathToFileURL(join(folder, `${name}.html`)).href;
}

const WIDE = { width: 1280, height: 900 };
const text = (page: ChromiumPage, selector: string): Promise<string> =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const count = (page: ChromiumPage): Promise<string> => text(page, "#count");
const search = (page: ChromiumPage, words: string): Promise<void> =>
  page.evaluate(
    `{ const input = document.querySelector("#filters input"); input.value = ${JSON.stringify(words)}; input.dispatchEvent(new Event("input", { bubbles: true })); }`,
  );
const choose = (page: ChromiumPage, filter: string, value: string): Promise<void> =>
  page.evaluate(`{ const label = [...document.querySelectorAll("#filters label")].find((each) => each.firstChild.textContent === ${JSON.stringify(filter)});
    const select = label.querySelector("select"); select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event("input", { bubbles: true })); }`);
const openItem = async (page: ChromiumPage, at: number): Promise<void> => {
  await page.evaluate(`document.querySelectorAll("#list button")[${at}].click()`);
  await page.until(`document.querySelector("#item").open`);
};

describe.skipIf(missing !== undefined)(`a report opened from a disk in Chromium ${missing ?? ""}`, () => {
  it("shows a run that took place: its table, its list, and each trajectory as it was", async () => {
    const database = join(folder, "things.sqlite");
    const store = join(folder, "things.store");
    writeThings(database, 30);
    await using model = await startScriptedOpenAiServer(thingsReply);
    const { records } = await evaluateThings({
      id: "run",
      database,
      things: 30,
      store,
      model: model.url,
      concurrency: 2,
      leaseMilliseconds: 5000,
    });
    const { store: trajectories, artifacts } = await storesAt(store);
    const url = await write("things", records, thingsManifest(thingsSet(database, 30)), (run) =>
      trajectories.read(run, EVALUATOR),
    );
    await Promise.all([trajectories.close(), artifacts.close()]);

    const page = await browser.page(WIDE);
    await page.open(url);
    // Every seventh of 30 is wrong.
    expect(await text(page, "#results table")).toContain("86.7 %");
    expect(await count(page)).toBe("30 answers");
    await choose(page, "Result", "wrong");
    expect(await count(page)).toBe("4 of 30 answers");
    await choose(page, "Result", "all");
    await search(page, "t5 amount");
    expect(await count(page)).toBe("1 of 30 answers");
    await openItem(page, 0);
    const conversation = await text(page, "#conversation");
    expect(conversation).toContain("I look it up.");
    expect(conversation).toMatch(
      /Failed action things\.search_by_SQL.*\nSELECT amounts FROM thing WHERE id = 5\nerror unknown-column/u,
    );
    expect(conversation).toMatch(
      /Answer[\s\S]*SELECT amount FROM thing WHERE id = 5[\s\S]*1 row[\s\S]*amount/u,
    );
    expect(await text(page, "#content")).toMatch(/Failures\s*1, 0 repaired by the next action/u);
    expect(page.requests.filter((each) => !each.startsWith("file:"))).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  it("goes from answer to answer, back, and straight to one that an address names", async () => {
    const records = ["a", "b", "c"].map((task) => record(task));
    const url = await write("walk", records, manifest({ tasks: 3 }));
    const page = await browser.page(WIDE);
    await page.open(`${url}#item-1`);
    await page.until(`document.querySelector("#item").open`);
    expect(await text(page, "#content h2")).toBe("What is asked in b?");
    await page.evaluate(`document.querySelector("#next").click()`);
    await page.until(`document.querySelector("#content h2").innerText.includes("in c?")`);
    expect(await page.evaluate(`document.querySelector("#next").disabled`)).toBe(true);
    await page.press("Escape");
    await page.until(`!document.querySelector("#item").open && location.hash === "#answers"`);
    await openItem(page, 0);
    await page.evaluate(`history.back()`);
    await page.until(`!document.querySelector("#item").open`);
    expect(page.complaints).toEqual([]);
  });

  it("shows hostile data as the text that they are", async () => {
    const trajectory = [
      { type: "policy-replied", command: "c", reply: { thought: HOSTILE, actions: [], usage: { calls: 1 } } },
      {
        type: "claim-accepted",
        command: "c",
        claim: {},
        answer: { text: HOSTILE, rows: { columns: [HOSTILE], rows: [[HOSTILE]], total: 1 } },
        evidence: { environment: "e", kind: "database", sql: HOSTILE },
      },
    ].map((body, at) => ({
      ...body,
      seq: at + 1,
      parentSeq: null,
      role: HOSTILE,
      at: "2026-01-02T03:04:05.000Z",
    }));
    const run = manifest({
      configurations: [configuration("react"), configuration(HOSTILE.replaceAll("/", "|"))],
      notes: [HOSTILE],
      benchmark: HOSTILE,
      currency: HOSTILE,
    });
    const records = [
      record("a", hostileRecord),
      record("b"),
      record("a", { ...hostileRecord, configuration: HOSTILE.replaceAll("/", "|") }),
    ];
    const url = await write(
      "hostile",
      records,
      run,
      async () => trajectory as unknown as readonly RunEvent[],
    );
    const page = await browser.page(WIDE);
    await page.open(url);
    await page.evaluate(`globalThis.said = []; globalThis.hacked = (what) => said.push(what)`);
    await openItem(page, 0);
    expect(await page.evaluate(`said`)).toEqual([]);
    expect(await page.evaluate(`document.querySelectorAll("img, main script, #content script").length`)).toBe(
      0,
    );
    const shown = await text(page, "#conversation .text");
    expect(shown).toContain(`</script><script>hacked("script")</script>`);
    expect(shown).toContain(String.raw`\u{202e}tnemucod sdrawkcab\u{202c}`);
    expect(page.complaints).toEqual([]);
  });

  it.each([
    ["without a judge", {}, "not scored"],
    ["of figures", { "figures-hold": 0.9375, "figures-corrected": 0.0625 }, "Figures that hold 93.8 %"],
  ])(
    "takes no length for a score %s, and hides neither a question nor a column at 900 px",
    async (name, more, badge) => {
      const records = [12, 120].map((words) => {
        const scores = {
          "plan-length": words,
          queries: words,
          "valid-queries": words,
          "answer-length": words,
          ...more,
        };
        return record(`t${words}`, { scores });
      });
      const page = await browser.page({ width: 900, height: 900 });
      await page.open(await write(name, records, manifest({ tasks: 2 }), undefined, LONG_FORM_MEASURES));
      expect(await text(page, "#list .verdict")).toBe(badge);
      const hidden = `{ const { scrollWidth, clientWidth } = document.querySelector("#results .rows"); scrollWidth - clientWidth }`;
      expect(await page.evaluate(hidden)).toBe(0);
      const gap = `{ const range = document.createRange(); range.selectNodeContents(document.querySelector("#list .verdict"));
      document.querySelector("#list .question").getBoundingClientRect().left - range.getBoundingClientRect().right }`;
      expect(await page.evaluate(gap)).toBeGreaterThan(0);
      await page.open(await write(name, records.slice(1), manifest({ tasks: 1 })));
      expect(await count(page)).toBe("1 answer");
    },
  );

  it("fits a phone, and is dark where the reader wants it dark", async () => {
    const configurations = [configuration("react"), configuration("decoupled with a rather long name")];
    const records = configurations.flatMap(({ id }) =>
      ["a", "b", "c"].map((task, at) =>
        record(task, { configuration: id, groups: { difficulty: at === 0 ? "simple" : "hard" } }),
      ),
    );
    const url = await write("phone", records, manifest({ configurations, tasks: 3 }));
    const phone = await browser.page({ width: 360, height: 740, phone: true, dark: true });
    await phone.open(url);
    const width = `document.documentElement.scrollWidth`;
    expect(await phone.evaluate(width)).toBeLessThanOrEqual(360);
    await openItem(phone, 0);
    expect(await phone.evaluate(`document.querySelector("#item").scrollWidth`)).toBeLessThanOrEqual(360);
    const colour = `getComputedStyle(document.body).backgroundColor`;
    expect(await phone.evaluate(colour)).toBe("rgb(20, 23, 26)");
    const light = await browser.page(WIDE);
    await light.open(url);
    expect(await light.evaluate(colour)).toBe("rgb(255, 255, 255)");
  });
});
