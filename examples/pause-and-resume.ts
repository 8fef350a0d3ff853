// A run that one process begins and another one ends. This file starts itself a second time: the first process asks, is asked back and ends; the
// second one, which shares nothing with it but a file, goes on with the person's answer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask, builtInPolicy, open, openStore, react, resumeRun } from "fuxi";

const [folder = mkdtempSync(join(tmpdir(), "films-")), runId] = process.argv.slice(2);
const path = join(folder, "films.sqlite");

async function openRun() {
  const films = await open(path, { cacheFolder: folder });
  const kept = await openStore(join(folder, "runs.sqlite"));
  return {
    environments: [films],
    // Trajectories, with the workspaces in them, and bulky results.
    store: kept.trajectories,
    artifacts: kept.artifacts,
    principal: { id: "me" },
    close: () => Promise.all([films.close(), kept.close()]),
  };
}

if (runId === undefined) {
  const data = new DatabaseSync(path);
  data.exec(`CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, year INTEGER, director TEXT);
    INSERT INTO film (title, year, director) VALUES ('The Teacher: Homecoming', 1986, 'Ada Lind'), ('The Dream: Homecoming', 2011, 'Bo Marsh')`);
  data.close();
  const { close, ...run } = await openRun();
  const { runId: begun, outcome } = await ask({ ...run, question: "Who is the director of Homecoming?" });
  assert(outcome.type === "needs-clarification");
  console.log(`process ${process.pid} was asked: ${outcome.clarification.question}`);
  await close();
  const choice = outcome.clarification.readings.findIndex(({ text }) => text.includes("The Teacher"));
  const printed = execFileSync(process.execPath, [import.meta.filename, folder, begun, String(choice)], {
    encoding: "utf8",
  });
  console.log(printed.trimEnd());
  assert.match(printed, /answers: Ada Lind/);
  rmSync(folder, { recursive: true });
} else {
  const { close, ...run } = await openRun();
  const choice = Number(process.argv[4]);
  const options = { ...run, runId, strategy: react(), policy: builtInPolicy() };
  const { outcome } = await resumeRun({ ...options, answer: { text: "the first one", choice } });
  console.log(
    `process ${process.pid} answers: ${outcome.type === "answered" ? outcome.answer.text : outcome.type}`,
  );
  await close();
}
