import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { EvaluationItem } from "./evaluation-item.ts";
import type { ItemRecord } from "./item-record.ts";
import type { Manifest } from "./manifest.ts";
import { costUnder, tokensOf } from "./price.ts";

/** How far a run has come, over all processes that work on it, as far as this one has heard. */
export interface EvaluationProgress {
  readonly done: number;
  readonly total: number;
  /** In this process. */
  readonly running: number;
  /** Input and output, as far as providers tell, also of what is running in this process. */
  readonly tokens: number;
  /** In the currency of the manifest; absent where a price or a usage is not known. */
  readonly cost?: number;
  /** Since this call began. */
  readonly milliseconds: number;
  /** At the pace since this call began; absent before anything was done. */
  readonly millisecondsLeft?: number;
}

/** Counts what a run costs and how far it is. */
export class RunMeter {
  readonly #total: number;
  readonly #prices: Manifest["prices"];
  readonly #now: () => number;
  readonly #begun: number;
  readonly #finished = new Set<string>();
  /** Configurations under which a model has replied. */
  readonly #replied = new Set<string>();
  #tokens = 0;
  /** Undefined as soon as one is not known. */
  #cost: number | undefined = 0;
  readonly #running = new Map<string, { readonly item: EvaluationItem; usage: Usage }>();
  #before = 0;

  constructor(total: number, prices: Manifest["prices"], now: () => number) {
    this.#total = total;
    this.#prices = prices;
    this.#now = now;
    this.#begun = now();
  }

  /** Takes in what the store holds. `first`: before this call did anything. */
  know(records: readonly ItemRecord[], first = false): void {
    for (const record of records) this.#add(record);
    if (first) this.#before = this.#finished.size;
  }

  /** Of an item that another process began, what that took counts when it is finished. */
  begin(item: EvaluationItem): void {
    this.#running.set(item.name, { item, usage: NO_USAGE });
  }

  take(item: EvaluationItem, event: RunEvent): void {
    const running = this.#running.get(item.name);
    if (running === undefined || event.type !== "policy-replied") return;
    running.usage = addUsage(running.usage, event.reply.usage);
    if (running.usage.calls > 0) this.#replied.add(item.configuration.id);
  }

  end(item: EvaluationItem, record: ItemRecord | undefined): void {
    this.#running.delete(item.name);
    if (record !== undefined) this.#add(record);
  }

  hasReplied(configuration: string): boolean {
    return this.#replied.has(configuration);
  }

  /** Which bound is reached, or nothing. */
  reached({ tokens, cost, milliseconds }: Manifest["budget"]): keyof Manifest["budget"] | undefined {
    const now = this.progress();
    if (tokens !== undefined && now.tokens >= tokens) return "tokens";
    if (cost !== undefined && now.cost !== undefined && now.cost >= cost) return "cost";
    return milliseconds !== undefined && now.milliseconds >= milliseconds ? "milliseconds" : undefined;
  }

  progress(): EvaluationProgress {
    const running = [...this.#running.values()];
    const done = this.#finished.size;
    const milliseconds = this.#now() - this.#begun;
    const since = done - this.#before;
    const cost = running.reduce(
      (sum, { item, usage }) => plus(sum, costUnder(item.configuration, usage, this.#prices)),
      this.#cost,
    );
    return {
      done,
      total: this.#total,
      running: running.length,
      tokens: running.reduce((sum, { usage }) => sum + tokensOf(usage), this.#tokens),
      ...(cost === undefined ? {} : { cost }),
      milliseconds,
      ...(since === 0 ? {} : { millisecondsLeft: Math.round(((this.#total - done) * milliseconds) / since) }),
    };
  }

  #add({ item, usage, cost, configuration }: ItemRecord): void {
    if (this.#finished.has(item)) return;
    this.#finished.add(item);
    if (usage.calls > 0) this.#replied.add(configuration);
    this.#tokens += tokensOf(usage);
    this.#cost = plus(this.#cost, cost);
  }
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
