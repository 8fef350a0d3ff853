import { sqliteWorkspaceStore } from "../../../src/workspace-store/sqlite-workspace-store.ts";
import { callerNamed, choose, serverOver } from "./task-fixture.ts";

// As a program of its own: adds so many files to the workspace, all at once, and prints what became of each that failed.
const [path = "", handle = "", name = "", times = "0"] = process.argv.slice(2);
const store = sqliteWorkspaceStore(path);
const server = serverOver(store);
// So that all begin at once.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.destroy();
const added = Array.from({ length: Number(times) }, (_, n) =>
  server.change(handle, "adds", callerNamed("anna"), choose(`${name} ${n}`)),
);
const codes = (await Promise.all(added)).flatMap(({ failure }) => failure?.code ?? []);
await store.close();
process.stdout.write(JSON.stringify(codes));
