import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { echoServer } from "./echo-server.ts";

serveStdio(() => echoServer());
