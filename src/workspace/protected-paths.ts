/** Private keys and password stores, as file name patterns: neither read, searched nor written. */
export const KEY_FILES: readonly string[] = [
  "id_rsa",
  "id_dsa",
  "id_ecdsa",
  "id_ed25519",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  ".netrc",
  ".pgpass",
  ".git-credentials",
];

/** Folders of keys and accounts: nothing in them is read, searched or written. */
export const KEY_FOLDERS: readonly string[] = [".ssh", ".gnupg", ".aws", ".kube"];

const HISTORY_FOLDERS: readonly string[] = [".git", ".hg", ".svn", ".jj"];

const START_FILES: readonly string[] = [
  ".profile",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".xprofile",
  ".xinitrc",
  "config.fish",
];

/** Why a path (relative, with `/`) may not be read or written by tools; undefined when it may. Upper case does not get round it, as some disks ignore case. */
export function protectedReason(path: string, purpose: "read" | "write"): string | undefined {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => KEY_FOLDERS.includes(part)) || KEY_FILES.some((pattern) => matches(name, pattern))) {
    return "may hold a secret key; it is not for tools";
  }
  if (purpose === "read") return undefined;
  if (parts.some((part) => HISTORY_FOLDERS.includes(part)))
    return "belongs to version control; change it with its own commands";
  if (START_FILES.includes(name)) return "is run by the user's shell at its start; it is not for tools";
  return undefined;
}

function matches(name: string, pattern: string): boolean {
  return pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern;
}
