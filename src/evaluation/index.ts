export { executionMatch } from "./execution-match.ts";
