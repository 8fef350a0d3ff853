import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  /** The address with the proxy in place of the server. */
  readonly url: string;
  /** After the next message to the server in which the text stands has been carried out, the connection is cut and its answer lost. */
  cutAfter(text: string): void;
  /** As a server that restarts: all connections are cut, and new ones refused until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** How many connections were cut by `cutAfter`. */
  readonly cuts: () => number;
  close(): Promise<void>;
}

/** Stands between a client and a PostgreSQL server, to lose what the server answers. */
export async function cuttingProxy(server: string): Promise<CuttingProxy> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let cuts = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let cutting = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (wanted !== undefined && chunk.includes(wanted)) {
        wanted = undefined;
        cutting = true;
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (!cutting) return void client.write(chunk);
      if (!client.destroyed) cuts++;
      client.destroy();
    });
  });
  const up = async (port: number): Promise<void> => {
    proxy.listen(port, "127.0.0.1");
    await once(proxy, "listening");
  };
  await up(0);
  const { port } = proxy.address() as AddressInfo;
  const url = new URL(server);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const down = async (): Promise<void> => {
    const closed = once(proxy, "close");
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: url.href,
    cutAfter(text) {
      wanted = text;
    },
    down,
    up: () => up(port),
    cuts: () => cuts,
    close: down,
  };
}
