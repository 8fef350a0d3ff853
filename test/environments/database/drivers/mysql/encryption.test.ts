import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Diagnosis } from "../../../../../src/environments/database/driver/diagnosis.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { statementOptions } from "../../../../../src/testing/sql-driver-queries.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  type MariadbCluster,
  mariadbCluster,
  mariadbClusterIsMissing,
} from "../../../../support/mariadb-cluster.ts";

const missing = mariadbClusterIsMissing();
const never = new AbortController().signal;
const CIPHER =
  "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'";

function openssl(args: readonly string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}

/** An authority (ca.pem), and certificates of it for a server of these names (`DNS:localhost`) and for a client. */
function makeCertificates(folder: string, names: string): void {
  const at = (file: string) => join(folder, file);
  openssl([
    ...["req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=Authority of a test"],
    ...["-keyout", at("ca.key"), "-out", at("ca.pem")],
  ]);
  for (const [owner, alternatives] of [
    ["server", names],
    ["client", "DNS:client"],
  ] as const) {
    openssl([
      ...["req", "-new", "-nodes", "-subj", `/CN=${owner} of a test`],
      ...["-keyout", at(`${owner}.key`), "-out", at(`${owner}.csr`)],
    ]);
    writeFileSync(at("names"), `subjectAltName=${alternatives}\n`);
    openssl([
      ...[
        "x509",
        "-req",
        "-days",
        "2",
        "-in",
        at(`${owner}.csr`),
        "-CA",
        at("ca.pem"),
        "-CAkey",
        at("ca.key"),
      ],
      ...["-CAcreateserial", "-extfile", at("names"), "-out", at(`${owner}.pem`)],
    ]);
    // The server's user reads them.
    for (const file of [`${owner}.key`, `${owner}.pem`, "ca.pem"]) chmodSync(at(file), 0o644);
  }
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

  it("is used where the server can, without being asked for", async () => {
    expect(await cipher(urlOf(named, "", { host: "127.0.0.1" }))).toMatch(/\w/u);
    expect(await cipher(urlOf(bare, "", { host: "127.0.0.1" }))).toBe("");
  });

  it.each([
    "require",
    "REQUIRED",
    "prefer",
    "verify-ca&ssl-ca=CA",
    "verify-full&ssl-ca=CA",
    "VERIFY_IDENTITY&sslrootcert=CA",
  ])("is had with ssl-mode=%s", async (mode) => {
    expect(await cipher(urlOf(named, `ssl-mode=${mode}`, { user: "plain" }))).toMatch(/\w/u);
  });

  it("is left out with disable, and with allow where the server does not want it", async () => {
    for (const mode of ["disable", "allow"])
      expect(await cipher(urlOf(named, `sslmode=${mode}`, { user: "plain" }))).toBe("");
  });

  it("is used with allow by a user who has to encrypt", async () => {
    expect(await cipher(urlOf(named, "sslmode=allow", { user: "guarded" }))).toMatch(/\w/u);
  });

  it("is not done without where it is asked for", async () => {
    const error = await rejectsWith("target-denied", cipher(urlOf(bare, "sslmode=require")));
    expect(error.message).toContain("does not encrypt");
  });

  it("is refused by verify-full where the certificate is for another name, and not by verify-ca", async () => {
    const named127 = { host: "127.0.0.1" };
    const error = await rejectsWith(
      "target-denied",
      cipher(urlOf(named, "sslmode=verify-full&ssl-ca=CA", named127)),
    );
    expect(error.message).toContain("made for another name");
    expect(error.hint).toContain("verify-ca");
    expect(await cipher(urlOf(named, "sslmode=verify-ca&ssl-ca=CA", named127))).toMatch(/\w/u);
    await rejectsWith("target-denied", cipher(urlOf(numbered, "sslmode=verify-full&ssl-ca=CA")));
  });

  it("compares an address in numbers with those of the certificate", async () => {
    const url = urlOf(numbered, "sslmode=verify-full&ssl-ca=CA", { host: "127.0.0.1" });
    expect(await cipher(url)).toMatch(/\w/u);
  });

  it.each(["require", "verify-full"])("is refused by %s where the authority is another", async (mode) => {
    const url = urlOf(named, `sslmode=${mode}&ssl-ca=${join(numbered.folder, "ca.pem")}`);
    const error = await rejectsWith("target-denied", cipher(url));
    expect(error.message).toContain("is not trusted");
    expect(error.hint).toContain("ssl-ca=");
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
        return ((await driver.diagnose?.(never)) ?? []).filter(({ name }) =>
          /encryption|certificate/u.test(name),
        );
      } finally {
        await driver.close();
      }
    };
    const [unchecked] = await told(urlOf(named, ""));
    expect(unchecked).toMatchObject({
      state: "warning",
      mend: expect.stringContaining("ssl-mode=verify-full"),
    });
    const [checked, certificate] = await told(urlOf(named, "sslmode=verify-full&ssl-ca=CA"));
    expect(checked).toMatchObject({ state: "ok", text: expect.stringContaining("was checked") });
    expect(certificate?.text).toContain("expires on");
  });
});

if (missing !== undefined) it.skip(`MariaDB encryption: ${missing}`);
