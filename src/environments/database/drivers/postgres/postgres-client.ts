import type * as Pg from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";

/** What the client library keeps to itself, as far as it is needed here. */
interface Inside {
  readonly connectionParameters: object;
  readonly connection: {
    readonly stream: { readonly encrypted?: boolean; destroy(): void };
    on(event: string, listener: (message: { readonly mechanisms?: readonly string[] }) => void): void;
    emit(event: "error", error: Error): void;
    removeAllListeners(event: string): void;
  };
}

/** Proofs of a password that say nothing of the encryption they are sent over. */
const UNBOUND = ["authenticationCleartextPassword", "authenticationMD5Password"];
const BOUND = "SCRAM-SHA-256-PLUS";

/**
 * The client that a driver connects with. `pg` sends PGOPTIONS when a connection begins, which poolers refuse; here they are set in each transaction.
 * With `bindsChannel` it signs in only where the proof of the password is bound to the server's certificate, as libpq does for
 * `channel_binding=require`: whoever stands between, with another certificate, is not signed in to.
 */
export function postgresClient(pg: typeof Pg, bindsChannel: boolean): typeof Pg.Client {
  return class extends pg.Client {
    constructor(config?: Pg.ClientConfig) {
      super(bindsChannel ? { ...config, enableChannelBinding: true } : config);
      const { connectionParameters, connection } = this as unknown as Inside;
      Object.assign(connectionParameters, { options: undefined });
      if (bindsChannel) refuseUnbound(connection);
    }
  };
}

/** These listeners come before those of the library: nothing is sent that a server could do something with. */
function refuseUnbound(connection: Inside["connection"]): void {
  let isBound = false;
  const refuse = (): void => {
    connection.stream.destroy();
    // What came in one piece with this message would still be read, and the client taken for connected.
    connection.removeAllListeners("readyForQuery");
    connection.emit("error", unbound());
  };
  for (const event of UNBOUND) connection.on(event, refuse);
  connection.on("authenticationSASL", ({ mechanisms = [] }) => {
    isBound = connection.stream.encrypted === true && mechanisms.includes(BOUND);
    if (!isBound) refuse();
  });
  connection.on("authenticationOk", () => {
    if (!isBound) refuse();
  });
}

function unbound(): FuxiError {
  return new FuxiError(
    "target-denied",
    "The PostgreSQL server does not bind signing in to its certificate, as channel_binding=require asks for.",
    {
      hint: "It has to offer SCRAM over TLS and ask for a password; else leave channel_binding out, and let sslmode=verify-full make sure of the server.",
    },
  );
}
