import { sqliteWorkspaceStore } from "../../../src/store/workspaces.ts";
import { callerNamed, choose, ORDER, serverOver } from "./task-fixture.ts";

// As a program of its own, to be killed from outside in the middle of its effect: makes one order at the address that is given.
const [path = "", handle = "", address = ""] = process.argv.slice(2);
const store = sqliteWorkspaceStore(path);
const effect = { id: "leave", action: ORDER, milliseconds: 60_000 };
await serverOver(store).changeOutside(handle, effect, callerNamed("anna"), async (held) => {
  await fetch(address, { method: "POST" });
  return await choose("ordered")(held);
});
process.stdout.write("ended\n");
