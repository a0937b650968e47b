/** Bytes for people: "1.12 GB", "83 MB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`;
  return `${Math.ceil(bytes / 1e6)} MB`;
}
