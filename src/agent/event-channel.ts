import type { RunEvent } from "../trajectory/run-event.ts";

/** Hands over one event at a time; who puts it waits until the next one is asked for, so that it has been dealt with. */
export class EventChannel {
  #next = Promise.withResolvers<RunEvent | undefined>();
  #release: () => void = () => undefined;
  #isHanded = false;
  #isOpen = false;

  async put(event: RunEvent): Promise<void> {
    if (this.#isOpen) return;
    await new Promise<void>((release) => {
      this.#release = release;
      this.#next.resolve(event);
    });
  }

  /** Undefined after the last one. */
  async take(): Promise<RunEvent | undefined> {
    if (this.#isHanded) this.#release();
    this.#isHanded = false;
    const event = await this.#next.promise;
    if (event === undefined) return undefined;
    this.#next = Promise.withResolvers();
    this.#isHanded = true;
    return event;
  }

  /** From now on events pass without anybody taking them. */
  open(): void {
    this.#isOpen = true;
    this.#release();
  }

  /** There are no more. */
  close(): void {
    this.#next.resolve(undefined);
  }
}
