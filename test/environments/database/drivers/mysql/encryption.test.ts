import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Diagnosis } from "../../../../../src/environments/database/driver/diagnosis.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  type MariadbCluster,
  mariadbCluster,
  mariadbClusterIsMissing,
} from "../../../../support/mariadb-cluster.ts";
import { statementOptions } from "../sql-driver-queries.ts";

const missing = mariadbClusterIsMissing();
const never = new AbortController().signal;
const CIPHER =
  "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'";

/** An authority (ca.pem), and certificates of it for a server of these names (`DNS:localhost`) and for a client. */
function makeCertificates(folder: string, names: string): void {
  const make = (owner: string, ...by: readonly string[]) =>
    execFileSync(
      "openssl",
      [
        ...["req", "-new", "-x509", "-days", "2", "-nodes", "-subj", `/CN=${owner} of a test`, ...by],
        ...["-keyout", `${owner}.key`, "-out", `${owner}.pem`],
      ],
      { cwd: folder, stdio: "ignore" },
    );
  make("ca");
  for (const [owner, alternatives] of [
    ["server", names],
    ["client", "DNS:client"],
  ] as const)
    make(owner, "-CA", "ca.pem", "-CAkey", "ca.key", "-addext", `subjectAltName=${alternatives}`);
  // The server's user reads them.
  for (const file of readdirSync(folder).filter((name) => /\.(?:key|pem)$/u.test(name)))
    chmodSync(join(folder, file), 0o644);
}

function encryptedCluster(names: string): Promise<MariadbCluster> {
  const files = ["--ssl-ca=../ca.pem", "--ssl-cert=../server.pem", "--ssl-key=../server.key"];
  return mariadbCluster(files, { prepare: (folder) => makeCertificates(folder, names) });
}

describe.skipIf(missing !== undefined)(`Encryption to MariaDB ${missing ?? ""}`, () => {
  let named: MariadbCluster;
  let numbered: MariadbCluster;
  let bare: MariadbCluster;

  beforeAll(async () => {
    named = await encryptedCluster("DNS:localhost");
    numbered = await encryptedCluster("IP:127.0.0.1");
    bare = await mariadbCluster();
    await named.execute("CREATE USER guarded@'%' REQUIRE SSL");
    await named.execute("GRANT SELECT ON shop.* TO guarded@'%'");
    await named.execute("CREATE USER plain@'%'");
    await named.execute("GRANT SELECT ON shop.* TO plain@'%'");
  }, 120_000);
  afterAll(async () => {
    await named?.remove();
    await numbered?.remove();
    await bare?.remove();
  });

  async function cipher(url: string): Promise<unknown> {
    const driver = await openMysqlDriver({ url });
    try {
      return (await driver.query(CIPHER, [], statementOptions())).rows[0]?.[0];
    } finally {
      await driver.close();
    }
  }
  const urlOf = (
    { port, folder }: MariadbCluster,
    query: string,
    { host = "localhost", user = "root" }: { readonly host?: string; readonly user?: string } = {},
  ) => `mysql://${user}@${host}:${port}/shop?${query.replace("CA", join(folder, "ca.pem"))}`;

  /** `true` and `false`: whether it is encrypted. */
  const CASES: readonly (readonly [
    server: string,
    query: string,
    as: Parameters<typeof urlOf>[2],
    said: boolean | RegExp,
  ])[] = [
    ["named", "", { host: "127.0.0.1" }, true],
    ["bare", "", { host: "127.0.0.1" }, false],
    ["named", "ssl-mode=REQUIRED", { user: "plain" }, true],
    ["named", "ssl-mode=verify-ca&ssl-ca=CA", { user: "plain" }, true],
    ["named", "ssl-mode=VERIFY_IDENTITY&sslrootcert=CA", { user: "plain" }, true],
    ["named", "sslmode=disable", { user: "plain" }, false],
    ["named", "sslmode=allow", { user: "plain" }, false],
    ["named", "sslmode=allow", { user: "guarded" }, true],
    ["bare", "sslmode=require", {}, /does not encrypt/u],
    ["named", "sslmode=verify-full&ssl-ca=CA", { host: "127.0.0.1" }, /made for another name.*verify-ca/u],
    ["named", "sslmode=verify-ca&ssl-ca=CA", { host: "127.0.0.1" }, true],
    ["numbered", "sslmode=verify-full&ssl-ca=CA", {}, /made for another name/u],
    ["numbered", "sslmode=verify-full&ssl-ca=CA", { host: "127.0.0.1" }, true],
    ["named", "sslmode=require&ssl-ca=OTHER", {}, /is not trusted.*ssl-ca=/u],
    ["named", "sslmode=verify-full&ssl-ca=OTHER", {}, /is not trusted.*ssl-ca=/u],
  ];
  it.each(CASES)("of the server %s by %s as %o is %s", async (server, query, as, said) => {
    const other = query.replace("OTHER", join(numbered.folder, "ca.pem"));
    const answer = cipher(urlOf({ named, numbered, bare }[server] ?? bare, other, as));
    if (said instanceof RegExp) {
      const { message, hint } = await rejectsWith("target-denied", answer);
      expect(`${message} ${hint}`).toMatch(said);
    } else expect(await answer).toMatch(said ? /\w/u : /^$/u);
  });

  it("shows the certificate of the client to a server that wants one", async () => {
    await named.execute("CREATE USER shown@'%' REQUIRE X509");
    await named.execute("GRANT SELECT ON shop.* TO shown@'%'");
    const own = ["cert=client.pem", "key=client.key"].map(
      (each) => `&ssl-${each.replace("=", `=${named.folder}/`)}`,
    );
    const url = (query: string) => urlOf(named, `sslmode=require${query}`, { user: "shown" });
    const error = await rejectsWith("target-denied", cipher(url("")));
    expect(error.hint).toContain("ssl-cert");
    expect(await cipher(url(own.join("")))).toMatch(/\w/u);
  });

  it("says what is wrong with what it was told", async () => {
    const wrong = async (query: string) =>
      (await rejectsWith("configuration-invalid", cipher(urlOf(named, query)))).message;
    expect(await wrong("ssl-mode=sure")).toBe("The ssl-mode of the address is not known.");
    expect(await wrong("ssl-mode=require&ssl-ca=/nowhere/ca.pem")).toBe(
      "The file that ssl-ca names cannot be read.",
    );
  });

  it("is told by the doctor, with whether anybody checks whose server it is", async () => {
    const told = async (url: string): Promise<readonly Diagnosis[]> => {
      const driver = await openMysqlDriver({ url });
      try {
        return ((await driver.diagnose?.(never)) ?? []).filter(({ name }) => name === "encryption");
      } finally {
        await driver.close();
      }
    };
    const [unchecked] = await told(urlOf(named, ""));
    expect(unchecked).toMatchObject({
      state: "warning",
      mend: expect.stringContaining("ssl-mode=verify-full"),
    });
    const [checked] = await told(urlOf(named, "sslmode=verify-full&ssl-ca=CA"));
    expect(checked).toMatchObject({ state: "ok", text: expect.stringContaining("was checked") });
  });
});

if (missing !== undefined) it.skip(`MariaDB encryption: ${missing}`);
