import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const SERVER = "/usr/bin/virtuoso-t";
const CLIENT = "/usr/bin/isql-vt";

export interface VirtuosoServer {
  /** The SPARQL endpoint on loopback. */
  readonly url: string;
  /** Graph that `load` fills and that queries read. */
  readonly graph: string;
  /** Replaces everything that is there. */
  load(nTriples: string | Uint8Array): Promise<void>;
  /** One statement of SQL, as dba. */
  isql(statement: string): Promise<string>;
  /** Ends the process at once, as a crash would. */
  kill(): void;
  stop(): Promise<void>;
}

/** Why tests over Virtuoso cannot run here, or undefined when it is installed. */
export function virtuosoIsMissing(): string | undefined {
  if (existsSync(SERVER) && existsSync(CLIENT)) return undefined;
  if (process.env.FUXI_TEST_REQUIRE_VIRTUOSO !== undefined)
    throw new Error(`Virtuoso is required here and there is no ${SERVER}`);
  return `skipped: no ${SERVER}; install virtuoso-opensource-7`;
}

const GRAPH = "urn:fuxi:test";
const WATCHED =
  'exec 3<&0; "$0" +configfile "$1" +foreground & server=$!; (cat <&3; kill -9 $server) >/dev/null & wait $server';

/**
 * A Virtuoso of its own in a temporary folder: small buffers, and `maxRows` (10,000) rows at most per result, as public endpoints have.
 * Undefined where it is not installed.
 */
export async function startVirtuoso({ maxRows = 10_000 } = {}): Promise<VirtuosoServer | undefined> {
  if (virtuosoIsMissing() !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "fuxi-virtuoso-"));
  const data = join(folder, "data");
  await mkdir(data);
  const [sql, http] = await Promise.all([freePort(), freePort()]);
  await writeFile(join(folder, "virtuoso.ini"), settings(folder, data, sql, http, maxRows));
  // The server ends when the pipe to this process closes, however this process ends.
  const child = spawn("sh", ["-c", WATCHED, SERVER, join(folder, "virtuoso.ini")], {
    cwd: folder,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const url = `http://127.0.0.1:${http}/sparql`;
  const run = promisify(execFile);
  const isql = async (statement: string): Promise<string> =>
    (await run(CLIENT, [`127.0.0.1:${sql}`, "dba", "dba", `exec=${statement};`])).stdout;
  let loads = 0;

  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    await answers(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    graph: GRAPH,
    isql,
    async load(nTriples) {
      const file = `data${loads++}.nt`;
      await writeFile(join(data, file), nTriples);
      await isql("DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All')");
      await isql(`SPARQL CLEAR GRAPH <${GRAPH}>`);
      await isql(`ld_dir('${data}','${file}','${GRAPH}')`);
      await isql("rdf_loader_run()");
      const errors = await isql(
        "select concat('fault: ', ll_error) from DB.DBA.load_list where ll_error is not null",
      );
      const fault = /fault: .*/u.exec(errors)?.[0];
      await isql("DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ()");
      if (fault !== undefined) throw new Error(`Virtuoso did not load the triples: ${fault}`);
    },
    kill: () => void child.stdin?.end(),
    stop,
  };
}

function settings(folder: string, data: string, sql: number, http: number, maxRows: number): string {
  return `[Database]
DatabaseFile = ${folder}/virtuoso.db
ErrorLogFile = ${folder}/virtuoso.log
LockFile = ${folder}/virtuoso.lck
TransactionFile = ${folder}/virtuoso.trx
xa_persistent_file = ${folder}/virtuoso.pxa
ErrorLogLevel = 3
FileExtend = 50
MaxCheckpointRemap = 2000
Striping = 0
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = ${folder}/temporary.db
TransactionFile = ${folder}/temporary.trx
MaxCheckpointRemap = 2000
Striping = 0
[Parameters]
ServerPort = 127.0.0.1:${sql}
LiteMode = 0
DisableUnixSocket = 1
ServerThreads = 20
CheckpointInterval = 0
DirsAllowed = ${data}
NumberOfBuffers = 20000
MaxDirtyBuffers = 15000
ResourcesCleanupInterval = 0
SchedulerInterval = 10
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerRoot = ${folder}
ServerThreads = 10
MaxClientConnections = 10
EnabledGzipContent = 0
[SPARQL]
ResultSetMaxRows = ${maxRows}
MaxQueryCostEstimationTime = 0
MaxQueryExecutionTime = 0
DefaultGraph = ${GRAPH}
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** A database is made at the first start, which takes some seconds. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`Virtuoso ended with code ${child.exitCode} while starting`);
    const reply = await fetch(`${url}?query=ASK%7B%7D`).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Virtuoso did not answer within a minute");
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.stdin?.end();
  });
}
