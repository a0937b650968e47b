import { discoverServers } from "../providers/discover.ts";
import { pickOffer } from "./choose-provider.ts";

/** The running server that an agent without a base URL would use, for the model asked for or any; undefined where there is none. */
export async function findServer(
  model: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly origin: string; readonly model: string } | undefined> {
  return pickOffer(await discoverServers({ signal }), model);
}
