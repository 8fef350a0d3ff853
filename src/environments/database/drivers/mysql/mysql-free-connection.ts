import { setTimeout as sleep } from "node:timers/promises";
import { refusesMore } from "./mysql-failure.ts";

/** How long a server without a connection left is asked again, and how often, in milliseconds. */
const LONGEST_WAIT = 5000;
const RETRY_AFTER = 100;

/** Where the server has no connection left, one of this pool or of others may come free soon. `interrupted` ends the waiting. */
export async function mysqlFreeConnection<T>(
  connect: () => Promise<T>,
  interrupted: Promise<never>,
): Promise<T> {
  const deadline = performance.now() + LONGEST_WAIT;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!refusesMore(error) || performance.now() > deadline) throw error;
    }
    await Promise.race([sleep(RETRY_AFTER), interrupted]);
  }
}
