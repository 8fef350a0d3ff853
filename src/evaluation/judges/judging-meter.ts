import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import { costOf, tokensOf } from "../run/price.ts";
import type { EvaluationProgress } from "../run/run-meter.ts";
import type { Judging, JudgingPrices } from "./judging.ts";

/** Counts what a judging costs and how far it is. */
export class JudgingMeter {
  readonly #total: number;
  readonly #judging: Judging;
  readonly #prices: JudgingPrices["prices"];
  readonly #tell: ((progress: EvaluationProgress) => void) | undefined;
  readonly #begun = performance.now();
  #done = 0;
  #now = 0;
  #running = 0;
  #usage: Usage = NO_USAGE;
  /** Undefined as soon as one is not known. */
  #cost: number | undefined = 0;

  constructor(
    total: number,
    judging: Judging,
    prices: JudgingPrices["prices"],
    tell: ((progress: EvaluationProgress) => void) | undefined,
  ) {
    this.#total = total;
    this.#judging = judging;
    this.#prices = prices;
    this.#tell = tell;
  }

  /** What calls before this one came to. */
  know(results: ReadonlyMap<string, JsonObject>): void {
    for (const [item, result] of results) this.#add(item, result);
  }

  begin(_item: string): void {
    this.#running++;
    this.#told();
  }

  end(item: string, result: JsonObject | undefined): void {
    this.#running--;
    if (result !== undefined) {
      this.#now++;
      this.#add(item, result);
    }
    this.#told();
  }

  spent(): { readonly usage: Usage; readonly cost?: number } {
    return { usage: this.#usage, ...(this.#cost === undefined ? {} : { cost: this.#cost }) };
  }

  #add(item: string, result: JsonObject): void {
    this.#done++;
    const usage = result["usage"] as unknown as Usage | undefined;
    if (usage === undefined || usage.calls === 0) return;
    this.#usage = addUsage(this.#usage, usage);
    const price = this.#prices[this.#modelOf(item)];
    const cost = price === undefined ? undefined : costOf(usage, price);
    this.#cost = cost === undefined || this.#cost === undefined ? undefined : this.#cost + cost;
  }

  /** Items end with the tier and the place of their judge. */
  #modelOf(item: string): string {
    const [tier = "", at = ""] = item.split("/").slice(-2);
    const { reviewers, metaReviewers, reference } = this.#judging;
    if (at === "reference") return reference ?? "";
    return (tier === "meta" ? metaReviewers : reviewers)[Number(at)] ?? "";
  }

  #told(): void {
    const milliseconds = performance.now() - this.#begun;
    const left = this.#total - this.#done;
    this.#tell?.({
      done: this.#done,
      total: this.#total,
      running: this.#running,
      tokens: tokensOf(this.#usage),
      ...(this.#cost === undefined ? {} : { cost: this.#cost }),
      milliseconds,
      ...(this.#now === 0 ? {} : { millisecondsLeft: Math.round((left * milliseconds) / this.#now) }),
    });
  }
}
