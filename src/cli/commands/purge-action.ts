import { confirm } from "@clack/prompts";
import { shownBytes } from "../../config/kept/entries.ts";
import { type PurgeReport, type PurgeSelection, purgeKept } from "../../config/kept/purge-kept.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { defaultFolders } from "../../util/default-folders.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";

export interface PurgeOptions {
  readonly olderThan?: number;
  readonly target?: string;
  readonly runs?: boolean;
  readonly cache?: boolean;
  readonly all?: boolean;
  readonly allPrincipals?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Counts the data, asks for confirmation, and deletes. */
export async function purgeAction(options: PurgeOptions, io: CliIo, setExitCode: SetExitCode): Promise<void> {
  const { runs = false, cache = false, all = false, olderThan, target, yes, json = false } = options;
  if (!runs && !cache && !all && olderThan === undefined && target === undefined) {
    throw new FuxiError("usage", "Nothing was chosen to be deleted.", {
      hint: "Choose --runs, --cache or --all, or --older-than 30d; --dry-run shows what there is.",
    });
  }
  const isBoundOnly = !runs && !cache && !all;
  const selection: Omit<PurgeSelection, "dryRun"> = {
    runs: runs || isBoundOnly,
    cache: cache || isBoundOnly,
    all,
    ...(olderThan === undefined ? {} : { olderThanSeconds: olderThan }),
    ...(target === undefined ? {} : { target }),
    ...(options.allPrincipals === true ? { allPrincipals: true } : {}),
  };
  const line = { target, allPrincipals: options.allPrincipals === true };
  const folders = defaultFolders(io.env);
  const found = await purgeKept(folders, { ...selection, dryRun: true });
  const say = (report: PurgeReport, verb: string): void => {
    if (json) return;
    for (const text of linesOf(report, verb, line)) io.out(`${text}\n`);
  };
  if (options.dryRun === true || isNothing(found)) {
    say(found, "would go");
    if (json) io.out(`${JSON.stringify({ deleted: false, ...found }, null, 2)}\n`);
    return;
  }
  if (yes !== true) {
    say(found, "would go");
    if (!io.answers) {
      throw new FuxiError("usage", "Nothing is deleted without a yes.", {
        hint: "Add --yes, or --dry-run to look.",
      });
    }
    const agreed = await confirm({
      message: "Delete it for good?",
      initialValue: false,
      output: process.stderr,
      signal: io.signal,
    });
    if (agreed !== true) {
      io.err("Nothing was deleted.\n");
      setExitCode(EXIT.cancelled);
      return;
    }
  }
  const done = await purgeKept(folders, { ...selection, dryRun: false });
  say(done, "deleted");
  if (json) io.out(`${JSON.stringify({ deleted: true, ...done }, null, 2)}\n`);
  if (done.store?.compacted === false) {
    io.err(
      `${io.colors.yellow("warning:")} another process has the store open: what was deleted may be in its log until that ends; run fuxi purge again then\n`,
    );
  }
}

function isNothing({ store, cache, keys }: PurgeReport): boolean {
  const rows =
    store === undefined
      ? 0
      : store.runs + store.evaluations + store.artifacts + store.workspaces + store.glossary;
  return rows + (cache?.files ?? 0) + keys === 0;
}

const plural = (n: number, word: string): string => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

function linesOf(
  report: PurgeReport,
  verb: string,
  { target, allPrincipals }: { readonly target: string | undefined; readonly allPrincipals: boolean },
): readonly string[] {
  const { store, cache, keys } = report;
  const lines: string[] = [];
  if (store !== undefined) {
    const parts = [
      plural(store.runs, "run"),
      plural(store.artifacts, "artifact"),
      plural(store.workspaces, "workspace"),
      plural(store.glossary, "remembered meaning"),
      ...(store.evaluations > 0 ? [plural(store.evaluations, "evaluation")] : []),
    ];
    const whose = allPrincipals ? " of all principals" : "";
    lines.push(`${verb}: ${parts.join(", ")}${whose} (${shownBytes(store.bytes)})`);
    if (store.running > 0)
      lines.push(`kept: ${plural(store.running, "run")} that another process may be in the middle of`);
  }
  if (cache !== undefined) {
    const whose = target === undefined ? "" : " of value indexes";
    lines.push(`${verb}: ${plural(cache.files, "cache file")}${whose} (${shownBytes(cache.bytes)})`);
    if (cache.inUse > 0)
      lines.push(`kept: ${plural(cache.inUse, "cache file")} that another process has open`);
  }
  if (keys > 0) lines.push(`${verb}: ${plural(keys, "key")} of the MCP server`);
  return lines;
}
