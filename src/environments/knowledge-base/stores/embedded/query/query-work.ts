import { setImmediate } from "node:timers/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { StoreBounds } from "../../../store/store-bounds.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";

/** Milliseconds after which other work of the process gets its turn. */
const SLICE = 8;
/** Steps between two looks at the clock; one takes about a microsecond. */
const STEPS = 128;
/** Characters of text that are made or read in about the time of a step. */
export const STEP_CHARACTERS = 256;
/** Characters of one text that a query makes. */
export const LONGEST_TEXT = 1_000_000;
/** Characters that one expression may make for one solution: between them there is no pause. */
const MOST_CHARACTERS = 16_000_000;
const MOST_BYTES = 512 * 1024 * 1024;

/** What an operator keeps until it is done, in bytes as they are estimated. */
export interface Held {
  /** @throws TripleStoreError `too-large` */
  add(bytes: number): void;
  release(): void;
}

/** Time and memory of one query. Operators count their steps here, and pass a pause on when one is due. */
export class QueryWork {
  readonly #signal: AbortSignal;
  readonly #milliseconds: number;
  readonly #mostBytes: number;
  readonly #end: number;
  #slice: number;
  #left = STEPS;
  #characters = 0;
  #bytes = 0;

  /** `mostBytes` for what operators keep: 512 MiB unless told. */
  constructor({ milliseconds, signal }: StoreBounds, mostBytes: number = MOST_BYTES) {
    this.#signal = signal;
    this.#milliseconds = milliseconds;
    this.#mostBytes = mostBytes;
    this.#slice = performance.now();
    this.#end = this.#slice + milliseconds;
  }

  /**
   * Counts steps of a loop; cheap enough for inner ones. True when a pause is due.
   *
   * @throws FuxiError `cancelled`; TripleStoreError `time-limit`
   */
  step(steps = 1): boolean {
    this.#left -= steps;
    return this.#left <= 0 && this.#look();
  }

  /** The same where nothing can pause: the next step will. */
  spend(steps: number): void {
    this.#left -= steps;
  }

  /** After what may have taken long: the next step looks at the clock. */
  lookNext(): void {
    this.#left = 0;
  }

  /**
   * Before a text of so many characters is made.
   *
   * @throws TripleStoreError `too-large`
   */
  text(characters: number): void {
    this.bound(characters);
    this.#left -= characters / STEP_CHARACTERS;
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS) {
      throw tooLarge(
        "One expression of the query makes too many long texts.",
        "Make fewer or shorter texts.",
      );
    }
  }

  /**
   * While a text of so many characters is being put together.
   *
   * @throws TripleStoreError `too-large`
   */
  bound(characters: number): void {
    if (characters > LONGEST_TEXT) {
      throw tooLarge(
        `The query makes a text of more than ${LONGEST_TEXT} characters.`,
        "Make shorter texts: SUBSTR cuts them, and GROUP_CONCAT over fewer solutions makes less.",
      );
    }
  }

  /** For what an operator has to keep. */
  holding(): Held {
    let own = 0;
    return {
      add: (bytes) => {
        own += bytes;
        this.#bytes += bytes;
        if (this.#bytes > this.#mostBytes) {
          throw tooLarge(
            `The query has to keep more than ${Math.round(this.#mostBytes / 1024 / 1024)} MiB at once.`,
            "Join by shared variables, filter earlier, or count and group fewer solutions.",
          );
        }
      },
      release: () => {
        this.#bytes -= own;
        own = 0;
      },
    };
  }

  /** A pause: everything else of the process has its turn. */
  async turn(): Promise<void> {
    await setImmediate();
    this.#slice = performance.now();
    this.#look();
  }

  #look(): boolean {
    this.#left = STEPS;
    this.#characters = 0;
    if (this.#signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
    const now = performance.now();
    if (now > this.#end) {
      throw new TripleStoreError(
        { kind: "time-limit", engineMessage: `The query ran over its limit of ${this.#milliseconds} ms.` },
        { hint: "Join by shared variables, filter earlier, or ask for less with LIMIT in a sub-select." },
      );
    }
    return now - this.#slice > SLICE;
  }
}

function tooLarge(engineMessage: string, hint: string): TripleStoreError {
  return new TripleStoreError({ kind: "too-large", engineMessage }, { hint });
}
