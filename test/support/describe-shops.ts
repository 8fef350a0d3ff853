import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import type { Shop, ShopEngine } from "./shop-database.ts";
import { ShopSession } from "./shop-session.ts";

/** A shop as a test has it: `session` is new for each test. */
export interface OpenShop {
  readonly engine: ShopEngine;
  shop: Shop;
  environment: DatabaseEnvironment;
  session: ShopSession;
}

/** Tests on a shop of each engine. Where one does not run here they are skipped with the reason. `more`: further statements that make it. */
export function describeShops(
  title: string,
  engines: readonly ShopEngine[],
  tests: (open: OpenShop) => void,
  more: (engine: ShopEngine) => readonly string[] = () => [],
): void {
  describe.each(engines)(`${title} on $name`, (engine) => {
    describe.skipIf(engine.missing !== undefined)(engine.missing ?? "shop", () => {
      const open = { engine } as OpenShop;
      beforeAll(async () => {
        open.shop = await engine.create(more(engine));
        open.environment = await open.shop.open();
      });
      afterAll(async () => {
        await open.environment?.close();
        await open.shop?.drop();
      });
      beforeEach(async () => {
        open.session = await ShopSession.open(open.environment);
      });
      tests(open);
    });
  });
}
