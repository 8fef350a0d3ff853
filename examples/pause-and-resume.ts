// A run that one process begins and another one ends. This file starts itself a second time: the first process asks, is asked back and ends; the
// second one, which shares nothing with it but a file, goes on with the person's answer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask, open, openStore, resume } from "fuxi";

const [folder = mkdtempSync(join(tmpdir(), "films-")), runId] = process.argv.slice(2);
const path = join(folder, "films.sqlite");

async function openRun() {
  const films = await open(path, { cacheFolder: folder });
  // Every event of a run with its workspaces, and bulky results.
  const store = await openStore(join(folder, "runs.sqlite"));
  return { environments: [films], store, close: () => Promise.all([films.close(), store.close()]) };
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
  const { outcome } = await resume({ ...run, runId, answer: { text: "the first one", choice } });
  assert(outcome.type === "answered");
  console.log(`process ${process.pid} answers: ${outcome.answer.text}`, outcome.assumptions);
  await close();
}
