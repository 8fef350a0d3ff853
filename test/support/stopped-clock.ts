import { vi } from "vitest";

/** Does what has only so much time by the clock: what comes of it must not depend on how busy the machine is. */
export async function onStoppedClock<T>(work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
