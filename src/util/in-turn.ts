/**
 * Works through a list from its beginning, some of it at once, until the work on one says that no further one is to be begun. Those begun are waited
 * for; the first that throws ends it.
 */
export async function inTurn<T>(
  list: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<{ readonly goOn: boolean }>,
): Promise<void> {
  let next = 0;
  let ended = false;
  async function worker(): Promise<void> {
    while (!ended && next < list.length) {
      const at = next++;
      try {
        if (!(await work(list[at] as T, at)).goOn) ended = true;
      } catch (error) {
        ended = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
}
