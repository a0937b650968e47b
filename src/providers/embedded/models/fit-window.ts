import type { CatalogModel } from "./catalog.ts";

const preferredWindow = 16_384;
const smallestWindow = 4096;
/** Share of the free memory that a model may take. */
const share = 0.5;

/** The window in tokens at which file and key-value cache take at most half of `freeBytes`: 16,384, halved until it fits; null where 4,096 is too much. */
export function fitWindow(model: Pick<CatalogModel, "bytes" | "kvBytesPerToken">, freeBytes: number): number | null {
  for (let window = preferredWindow; window >= smallestWindow; window /= 2) {
    if (model.bytes + window * model.kvBytesPerToken <= freeBytes * share) return window;
  }
  return null;
}
