// The parser imports JSON in a way that Node since 20 refuses; this lets it.
import { register } from "node:module";

const hook = `
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
export async function load(url, context, next) {
  if (!url.endsWith(".json")) return next(url, context);
  const source = "export default " + (await readFile(fileURLToPath(url), "utf8"));
  return { format: "module", shortCircuit: true, source };
}`;
register("data:text/javascript," + encodeURIComponent(hook));
