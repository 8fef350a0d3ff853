import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Examination } from "./check.ts";

/** Where a server is said to be. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

const MILLISECONDS = 5000;

/** Whether the name leads anywhere, and whether something answers there: two faults that look the same to a driver. */
export async function checkNetwork(
  { host, port }: Place,
  exam: Examination,
  signal: AbortSignal,
): Promise<boolean> {
  const hasAddress = await exam.look("address", async (): Promise<Diagnosis> => {
    const found = await lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => error);
    if (!(found instanceof Error)) return { name: "address", state: "ok", text: `${host} has an address.` };
    const isUnknown = found.code === "ENOTFOUND";
    return {
      name: "address",
      state: "fault",
      text: isUnknown
        ? `The name ${host} is not known.`
        : `The name ${host} cannot be looked up now (${found.code}).`,
      mend: isUnknown
        ? `getent hosts ${host}   # check the spelling; is a VPN or a search domain missing?`
        : "Check this machine's network and its name server.",
    };
  });
  return hasAddress && exam.look("port", () => portAnswers({ host, port }, signal));
}

async function portAnswers({ host, port }: Place, signal: AbortSignal): Promise<Diagnosis> {
  const shown = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host, port });
  const onAbort = (): void => resolve("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  socket.setTimeout(MILLISECONDS, () => resolve("silent"));
  socket.once("connect", () => resolve("open"));
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
  const answer = await promise;
  signal.removeEventListener("abort", onAbort);
  socket.on("error", () => {});
  socket.destroy();
  if (answer === "aborted") throw new FuxiError("cancelled", "The caller cancelled.");
  const name = "port";
  if (answer === "open") return { name, state: "ok", text: `Something answers at ${shown}.` };
  if (answer === "ECONNREFUSED") {
    return {
      name,
      state: "fault",
      text: `Nothing listens at ${shown}.`,
      mend: "Check the port; start the server; see whether it listens on this address and not only on its own machine.",
    };
  }
  return {
    name,
    state: "fault",
    text:
      answer === "silent"
        ? `${shown} did not answer within ${MILLISECONDS / 1000} seconds.`
        : `${shown} cannot be reached (${answer}).`,
    mend: "A firewall, a security group or a missing VPN may stand between: allow this machine to reach the port.",
  };
}
