import type { ActContext } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import { askFormOf } from "../../construction/ask-form.ts";
import type { ItoolItem } from "../itool-item.ts";
import type { BuildEntry } from "./build-entry.ts";
import { buildItem } from "./build-item.ts";
import type { ItoolKind } from "./builder-stage.ts";
import { callThroughEnvironment } from "./call-through-environment.ts";

/** Clear items, what is to be made of them, and with which model and API. */
export interface BuildItoolOptions {
  /** Items of a set; those of the category `clear` are made unclear. */
  readonly items: readonly ItoolItem[];
  /** Kinds of unclear queries to be made. */
  readonly kinds: readonly ItoolKind[];
  /** Writes the queries; it is asked again where code finds something wrong. */
  readonly model: LanguageModel;
  /** An API. */
  readonly environment: Environment;
  /** For the calls of the solutions. */
  readonly act: ActContext;
  /** Of what is done by code: which characters go wrong. */
  readonly seed: number;
  /** What was made before; it is not made again. */
  readonly done?: readonly BuildEntry[];
  /** Called with each entry as it is made, before the next is begun. */
  readonly onEntry?: (entry: BuildEntry) => void;
  /** One line, and the share that is done, 0 to 1. */
  readonly onProgress?: (text: string, share: number) => void;
  /** One line about something the model call did on its own: a retry, a setting left out. */
  readonly onNotice?: (notice: string) => void;
}

/**
 * Makes unclear queries from clear ones (Query when need, Chapter 4): a model writes, code checks. All entries, those made before too, by item
 * and kind.
 *
 * @throws FuxiError `data-invalid` without clear items, `target-not-supported` for an environment that is no API, `cancelled`, and of the model and the
 * API where no further try can mend it
 */
export async function buildItool(options: BuildItoolOptions): Promise<readonly BuildEntry[]> {
  const { kinds, environment, act, done = [] } = options;
  const clear = options.items.filter(({ category }) => category === "clear");
  if (clear.length === 0)
    throw new FuxiError("data-invalid", "There is no clear item in the set.", {
      hint: 'Unclear items are made from those of the category "clear".',
    });
  const api = environment.capabilities.api;
  if (api === undefined) throw new FuxiError("target-not-supported", `"${environment.id}" is no API.`);
  const context = {
    ask: askFormOf(options),
    call: callThroughEnvironment(environment, act),
    operations: api.operations,
    search: (text: string, limit: number) => api.search(text, limit),
    seed: options.seed,
  };
  const wanted = clear.flatMap((source) => kinds.map((kind) => ({ source, kind })));
  const entries: BuildEntry[] = [];
  for (const [at, { source, kind }] of wanted.entries()) {
    if (act.signal.aborted) throw new FuxiError("cancelled", "The build was cancelled.");
    const before = done.find((entry) => entry.source === source.id && entry.kind === kind);
    const entry = before ?? (await buildItem(source, kind, context));
    entries.push(entry);
    if (before === undefined) options.onEntry?.(entry);
    options.onProgress?.(`${at + 1} of ${wanted.length}: ${source.id}, ${kind}`, (at + 1) / wanted.length);
  }
  return entries;
}
