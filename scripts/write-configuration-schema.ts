import { writeFileSync } from "node:fs";
import { configurationJsonSchema } from "../src/config/file/configuration-schema.ts";

writeFileSync(
  new URL("../fuxi.schema.json", import.meta.url),
  `${JSON.stringify(configurationJsonSchema(), null, 2)}\n`,
);
