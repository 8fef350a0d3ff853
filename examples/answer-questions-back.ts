// A question that can mean two things is put to the person, by a UserProxy of your own: a form, a chat, or, as here, somebody who always means the
// same. What they say decides the answer.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask, open, type UserProxy } from "fuxi";

const folder = mkdtempSync(join(tmpdir(), "films-"));
const path = join(folder, "films.sqlite");
const data = new DatabaseSync(path);
data.exec(`CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, year INTEGER, director TEXT);
  INSERT INTO film (title, year, director) VALUES
    ('The Teacher: Homecoming', 1986, 'Ada Lind'), ('The Dream: Homecoming', 2011, 'Bo Marsh'), ('Far North', 2003, 'Cy Olsen')`);
data.close();
const films = await open(path, { cacheFolder: folder });

const asked: string[] = [];
const userProxy: UserProxy = {
  // `signal` is aborted when the run is: a real prompt would close itself then.
  async ask({ question, readings }, signal) {
    signal.throwIfAborted();
    asked.push(question, ...readings.map(({ text }, at) => `  ${at + 1}. ${text}`));
    const choice = readings.findIndex(({ text }) => text.includes("The Dream"));
    // "unavailable" would end the run here, to be resumed with an answer; "declined" lets it go on without one.
    return choice < 0
      ? { type: "unavailable" }
      : { type: "answered", text: readings[choice]?.text ?? "", choice };
  },
};

const question = "Who is the director of Homecoming?";
const { outcome } = await ask({ environments: [films], question, userProxy });
console.log([question, ...asked].join("\n"));
if (outcome.type === "answered") console.log(outcome.answer.text, outcome.assumptions);
assert.equal(asked.length, 3);
assert.equal(outcome.type === "answered" && outcome.answer.text, "Bo Marsh");

// With nobody to ask, the run ends and says so, rather than guess.
const alone = await ask({ environments: [films], question });
assert.equal(alone.outcome.type, "needs-clarification");
await films.close();
rmSync(folder, { recursive: true });
