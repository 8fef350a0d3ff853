import { describe, expect, it } from "vitest";
import { clientAddress } from "../../../src/mcp/http/access.ts";
import { failedAttempts } from "../../../src/mcp/http/authentication/authentication.ts";

describe("failed attempts", () => {
  it("are forgotten a minute after the first", () => {
    let now = 0;
    const attempts = failedAttempts(2, () => now);
    attempts.failed("a");
    now = 30_000;
    attempts.failed("a");
    expect(attempts.blocked("a", "x")).toBe(30);
    expect(attempts.blocked("b", "x")).toBeUndefined();
    now = 60_000;
    expect(attempts.blocked("a", "x")).toBeUndefined();
    attempts.failed("a");
    expect(attempts.blocked("a", "x")).toBeUndefined();
  });

  it("of any number of addresses take bounded memory: the oldest are forgotten", () => {
    const attempts = failedAttempts(1, () => 0);
    for (let address = 0; address <= 10_000; address++) attempts.failed(String(address));
    expect(attempts.blocked("0", "x")).toBeUndefined();
    expect(attempts.blocked("1", "x")).toBe(60);
    expect(attempts.blocked("10000", "x")).toBe(60);
  });
});

describe("the address that failures are counted by", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("is that of the subscriber: %s counts as %s", (address, counted) => {
    expect(clientAddress(address, null, [])).toBe(counted);
  });

  it("is bounded, whatever the header holds", () => {
    expect(clientAddress("127.0.0.1", "x".repeat(10_000), ["127.0.0.1"])).toHaveLength(64);
  });
});
