import { expect, test } from "vitest";
import { isPrivateAddress } from "../../../src/environments/http/guarded-lookup.ts";
import { clientOf } from "./http-client-fixture.ts";
import { loopbackServer, sendJson } from "./loopback-server.ts";

test.each([
  ...["127.0.0.1", "127.255.0.3", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "0.0.0.0"],
  ...["169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.0.192"],
  ...["::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "fec0::1"],
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:169.254.169.254", "::ffff:0:7f00:1", "::127.0.0.1"],
  ...["64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "2002:7f00:1::", "not an address"],
])("%s is private", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(["93.184.215.14", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "%s is not",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

/** A server that nobody is told to trust. */
function distrusting(url: string, answers: Readonly<Record<string, readonly string[]>> = {}) {
  const asked: string[] = [];
  const lookup = (
    name: string,
    _: object,
    callback: (error: Error | null, found: readonly { address: string; family: number }[]) => void,
  ) => {
    asked.push(name);
    const found = (answers[name] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    callback(found.length === 0 ? Object.assign(new Error("unknown"), { code: "ENOTFOUND" }) : null, found);
  };
  const client = clientOf({ url, host: "nobody" }, {}, {}, { lookup: lookup as never });
  return { ...client, asked };
}

test.each([
  "http://127.0.0.1:9",
  "http://2130706433:9",
  "http://0x7f.1:9",
  "http://0177.0.0.1:9",
  "http://127.0.0.1.:9",
  "http://[::1]:9",
  "http://[::ffff:127.0.0.1]:9",
  "http://[::ffff:a9fe:a9fe]",
  "http://169.254.169.254",
])("%s is refused in every notation", async (url) => {
  const { failure } = await distrusting(url).get("/");
  expect(failure).toEqual({
    kind: "forbidden-address",
    message: "The address is a private one, or no web address, and is not allowed.",
    maybeSent: false,
  });
});

test.each([["127.0.0.1"], ["::1"], ["10.0.0.5"], ["::ffff:127.0.0.1"]])(
  "a name that leads to %s is refused",
  async (address) => {
    const { get, asked } = distrusting("http://api.example:9", { "api.example": [address] });
    expect((await get("/")).failure).toEqual({
      kind: "forbidden-address",
      message: "The host leads to a private address, which is not allowed.",
      maybeSent: false,
    });
    expect(asked).toEqual(["api.example"]);
  },
);

test("a name is asked for once, and the address that was looked at is the one connected to", async () => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { port } = new URL(server.url);
  // A second look would be answered with the private address of the server.
  const answers = [["192.0.2.1"], ["127.0.0.1"]];
  let looks = 0;
  const lookup = (_: string, __: object, callback: (error: null, found: object[]) => void) => {
    const found = answers[Math.min(looks++, 1)] ?? [];
    callback(
      null,
      found.map((address) => ({ address, family: 4 })),
    );
  };
  const client = clientOf(
    { url: `http://rebinding.example:${port}`, host: "nobody" },
    {},
    {},
    {
      lookup: lookup as never,
    },
  );
  expect((await client.get("/")).failure?.kind).toBe("forbidden-address");
  expect(looks).toBe(1);
  expect(server.seen).toEqual([]);
});

test.each(["localhost", "LOCALHOST:PORT", "localhost:PORT"])(
  "a host that is trusted as %s may be private",
  async (written) => {
    const server = await loopbackServer((_, response) => sendJson(response, {}));
    const { port } = new URL(server.url);
    const url = `http://localhost:${port}`;
    const trustedHosts = [written.replace("PORT", port)];
    const { response } = await clientOf({ url, host: "" }, { trustedHosts }).get("/");
    expect(response?.status).toBe(200);
  },
);

test("trust in one port is no trust in another", async () => {
  const { get } = clientOf({ url: "http://127.0.0.1:9", host: "" }, { trustedHosts: ["127.0.0.1:10"] });
  expect((await get("/")).failure?.kind).toBe("forbidden-address");
});
